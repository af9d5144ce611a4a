import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { emptyQueue, queuedJobs } from '#support/job-queue.ts';
import { plant } from '#support/members.ts';
import { SAVED_SEARCH_NOTIFICATION } from '../search/index.ts';
import { notifySavedSearches } from './notify-saved-searches.ts';

const app = testApp();
let anna: Client;

beforeEach(async () => {
  await app.shiftToNoon();
  anna = await app.as('anna', { language: 'en' });
  await sql`update members set time_zone = 'UTC', notifications_disabled = '{}', disabled_notification_reason = null
    where id = ${anna.memberId}`.execute(app.db);
  for (const table of ['outbox_items', 'notification_mails'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
  await emptyQueue(app.db);
  await app.away();
});

const tell = async (...profiles: number[]) =>
  notifySavedSearches(app.app, { member: anna.memberId, profiles });
const subjects = async () =>
  (await app.outbox(anna.email)).filter(({ kind }) => kind === 'mail').map(({ subject }) => subject);

test('mails new matches of saved searches once a day, without those who are hidden by now', async () => {
  const [one, two, gone] = [await plant(app), await plant(app), await plant(app, { incognito: true })];
  await tell(gone);
  expect(await subjects()).toEqual([]);
  await tell(one, two, gone);
  expect(await subjects()).toEqual(['2 new members match your saved searches']);
  await tell(one);
  expect(await subjects()).toHaveLength(1);
  expect(await queuedJobs(app.db, SAVED_SEARCH_NOTIFICATION)).toHaveLength(1);
});

test('sends nothing to members who switched it off or have the site open, and waits for the morning', async () => {
  const match = await plant(app);
  await sql`update members set notifications_disabled = '{email:saved_searches}' where id = ${anna.memberId}`.execute(
    app.db,
  );
  await tell(match);
  await sql`update members set notifications_disabled = '{}' where id = ${anna.memberId}`.execute(app.db);
  await sql`insert into presence (member_id, last_active) values (${anna.memberId}, app_now())
    on conflict (member_id) do update set last_active = excluded.last_active`.execute(app.db);
  await tell(match);
  expect(await queuedJobs(app.db, SAVED_SEARCH_NOTIFICATION)).toEqual([]);
  await app.away();
  await app.shiftToNoon(11);
  await tell(match);
  expect(await subjects()).toEqual([]);
  expect(await queuedJobs(app.db, SAVED_SEARCH_NOTIFICATION)).toHaveLength(1);
});

const mailed = (count: number, ago: string) =>
  sql`insert into notification_mails (member_id, type, sent_at)
    select ${anna.memberId}, 'like', app_now() - ${ago}::interval - n * interval '1 minute' from generate_series(1, ${count}) n`.execute(
    app.db,
  );
const waiting = async () => (await queuedJobs(app.db, SAVED_SEARCH_NOTIFICATION)).length;

test('waits for the caps over all mails, and drops news that would wait for more than a day', async () => {
  const match = await plant(app);
  await mailed(4, '1 hour');
  await tell(match);
  expect([await subjects(), await waiting()]).toEqual([[], 1]);
  await emptyQueue(app.db);
  await mailed(15, '2 days');
  await tell(match);
  expect([await subjects(), await waiting()]).toEqual([[], 0]);
});

test('names five people in a mail and counts all', async () => {
  const matches = [];
  for (let i = 0; i < 7; i++) matches.push(await plant(app, { name: `Match${i}` }));
  await tell(...matches);
  const [mail] = await app.outbox(anna.email);
  expect(mail!.subject).toBe('7 new members match your saved searches');
  expect(new Set(mail!.text!.match(/Match\d/g))).toEqual(new Set([2, 3, 4, 5, 6].map((i) => `Match${i}`)));
});

test('pushes to devices, unless push is switched off, at night or to somebody who is not confirmed', async () => {
  const match = await plant(app);
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth)
    values (${anna.memberId}, 'https://push.example.test/saved', 'p', 'a')`.execute(app.db);
  const change = (columns: string) =>
    sql`update members set ${sql.raw(columns)} where id = ${anna.memberId}`.execute(app.db);
  const pushes = async () => {
    await app.runJobs();
    const { rows } = await sql`select from outbox_items where kind = 'push'`.execute(app.db);
    return rows.length;
  };
  await change("notifications_disabled = '{email:saved_searches,push:saved_searches}'");
  await tell(match);
  await change("notifications_disabled = '{email:saved_searches}', status = 'not_confirmed'");
  await tell(match);
  await change("status = 'active'");
  await app.shiftToNoon(11);
  await tell(match);
  expect([await pushes(), await waiting()]).toEqual([0, 1]);
  await app.shiftToNoon();
  await tell(match);
  expect(await pushes()).toBe(1);
});
