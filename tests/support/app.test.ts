import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from './app.ts';

const site = testApp();

test('signs up and activates members over HTTP', async () => {
  const anna = await site.as('anna', { credits: 50 });
  const user = await anna.must('user');
  expect(user).toMatchObject({ id: anna.memberId, status: 'active', credits: 50, paid_user: true });
  expect(await site.as('anna')).toBe(anna);
  expect((await site.visitor().call('user')).body.error).toBe('authentication_required');
});

test('shifts the clock of time windows', async () => {
  const hours = async () =>
    (
      await sql<{
        hours: number;
      }>`select round(extract(epoch from app_now() - now()) / 3600)::int as hours`.execute(site.db)
    ).rows[0]!.hours;
  expect(await hours()).toBe(0);
  await site.shiftClock(4 * 3600);
  expect(await hours()).toBe(4);
  await site.shiftClock(0);
});

test('listens on a free port', async () => {
  const answer = await fetch(`${await site.url()}/api/health.php`);
  expect(answer.status).toBe(200);
});
