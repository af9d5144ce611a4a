import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';

const app = testApp();

test('creates a fictional profile once, labelled, and with no way to log in', async () => {
  const owner = await plant(app, { name: 'Owner' });
  await sql`update members set roles = '{owner}' where id = ${owner}`.execute(app.db);
  const boss = await browserOf(app, owner);
  const body = {
    key: randomUUID(),
    kind: 'fictional' as const,
    name: 'Lola',
    gender: 'female' as const,
    date_of_birth: '1992-03-01',
    country: 'NL' as const,
    city: 'Utrecht',
    about: 'Sails on Sundays.',
    label: 'Evening team',
    languages: ['nl' as const, 'en' as const],
    opens: '18:00',
    closes: '23:30',
  };
  const [first, again] = [
    await boss.must('createFictionalProfile', { body }),
    await boss.must('createFictionalProfile', { body }),
  ];
  expect(again).toEqual(first);
  const { profiles } = await boss.must('fictionalProfiles', { query: {} });
  expect(profiles[0]).toMatchObject({
    profile: { id: first.id, kind: 'fictional', name: 'Lola', city: 'Utrecht' },
    label: 'Evening team',
    opens: '18:00',
    closes: '23:30',
  });
  const { rows } = await sql<{
    email: string | null;
    password_hash: string | null;
  }>`select email, password_hash from members where id = ${first.id}`.execute(app.db);
  expect(rows[0]).toEqual({ email: null, password_hash: null });

  expect(
    await boss.call('createFictionalProfile', {
      body: { ...body, key: randomUUID(), date_of_birth: '2012-01-01' },
    }),
  ).toMatchObject({ status: 422 });
  expect(
    await boss.call('createFictionalProfile', {
      body: { ...body, key: randomUUID(), country: 'Ha' as 'NL' },
    }),
  ).toMatchObject({
    status: 400,
    body: { fields: { country: 'invalid' } },
  });
  await boss.must('changeFictionalProfile', { body: { id: first.id, active: false } });
  const gus = await app.as('gus', { gender: 'male', gender_sought: 'female' });
  expect((await gus.call('member', { query: { id: first.id } })).status).toBe(404);
  expect(
    (await boss.call('changeFictionalProfile', { body: { id: gus.memberId, name: 'Taken' } })).status,
  ).toBe(404);
});
