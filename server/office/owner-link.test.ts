import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';
import { ownerLink } from './index.ts';

// A command creates the site's first owner, who has no address until another command sets one.

const site = testApp();
const copy = { body: { template: 'match', host: '*', language: 'pl' } } as const;

test('warns the owner that copies of mails have no recipient, until the command sets an address', async () => {
  await ownerLink(site.app);
  const { rows } = await sql<{ id: number }>`select id from members where 'owner' = any(roles)`.execute(
    site.db,
  );
  const owner = await browserOf(site, Number(rows[0]!.id));
  expect(await owner.call('adminMailTest', copy)).toMatchObject({
    status: 409,
    body: { error: 'no_address' },
  });

  expect(await ownerLink(site.app, { email: 'Owner@liaison.example' })).toContain('/admin/login?token=');
  expect((await owner.must('adminMailTest', copy)).email).toBe('Owner@liaison.example');
  expect(await site.outbox('Owner@liaison.example')).toHaveLength(1);
  await ownerLink(site.app, { email: 'owner@liaison.example' });
});

test("refuses a malformed address, and a member's address", async () => {
  await plant(site, { name: 'Mia', email: 'mia@liaison.example' } as never);
  const { rows } = await sql<{
    email: string;
  }>`select email from members where roles = '{}' order by id desc limit 1`.execute(site.db);
  await expect(ownerLink(site.app, { email: 'nowhere' })).rejects.toThrow('is not a valid email address');
  await expect(ownerLink(site.app, { email: rows[0]!.email })).rejects.toThrow('belongs to another account');
});
