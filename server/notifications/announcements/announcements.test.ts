import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { typeOf } from '#mail/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { type Client, testApp } from '#support/app.ts';
import { emptyQueue, postponeJobs } from '#support/job-queue.ts';
import { plant, plantWithBrowser } from '#support/members.ts';
import { audienceSize } from './audience-size.ts';
import { cancelAnnouncement } from './cancel-announcement.ts';
import { createAnnouncement } from './create-announcement.ts';

const app = testApp();
let anna: Client;

const mailsTo = async (to: string) =>
  (await app.outbox(to)).filter(({ kind }) => kind === 'mail').map(({ subject }) => subject);
const change = (set: Record<string, unknown>) =>
  app.db.updateTable('members').set(set).where('id', '=', anna.memberId).execute();

beforeEach(async () => {
  // Noon in Anna's time zone is outside quiet hours, at any time of the test run.
  await app.shiftToNoon();
  anna = await app.as('anna', { language: 'en' });
  await sql`update profiles set country = 'FI' where id = ${anna.memberId}`.execute(app.db);
  await change({ time_zone: 'UTC', notifications_disabled: [], disabled_notification_reason: null });
  for (const table of ['outbox_items', 'notification_mails', 'notification_news'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
  await emptyQueue(app.db);
  await app.away();
});

test('sends an announcement once to each member of the audience with the type switched on, in their language, until it is stopped', async () => {
  const texts = {
    en: {
      subject: 'A quieter inbox',
      text: 'One mail instead of ten.\n\nSee your settings.',
      action: { label: 'Settings', path: '/notifications' },
    },
  };
  const meant = {
    type: 'news' as const,
    texts,
    audience: { languages: ['en' as const], countries: ['FI' as const] },
    createdBy: null,
  };
  const { members: before } = await audienceSize(app.db, meant);
  await change({ notifications_disabled: ['news'] });
  expect((await audienceSize(app.db, meant)).members).toBe(before - 1);
  await change({ notifications_disabled: ['email:promotions'], roles: ['editor'] });
  expect((await audienceSize(app.db, meant)).members, 'who works here is no member').toBe(before - 1);
  await change({ roles: [] });
  const id = await inTransaction(app.db, (tx) => createAnnouncement(app.app, tx, meant));
  expect(await mailsTo(anna.email)).toEqual(['A quieter inbox']);
  const [mail] = await app.outbox(anna.email);
  expect(mail!.links.some((link) => link.endsWith('/en/notifications'))).toBe(true);
  await app.app.jobs.add(app.db, 'announce', { id, after: 0 });
  expect(await mailsTo(anna.email)).toHaveLength(1);
  const stopped = await inTransaction(app.db, (tx) =>
    createAnnouncement(app.app, tx, {
      ...meant,
      type: 'promotions',
      startsAt: new Date(Date.now() + 3_600_000),
    }),
  );
  expect(await cancelAnnouncement(app.db, stopped)).toBe(true);
  expect(await cancelAnnouncement(app.db, stopped)).toBe(false);
  expect(typeOf('promotion')).toBe('promotions');
});

test('counts as audience the members reachable by mail or push, and then notifies, drops or delays each', async () => {
  const meant = {
    type: 'news' as const,
    texts: { fi: { subject: 'Hiljaisempi', text: 'Yksi.' } },
    audience: {},
    createdBy: null,
  };
  const plantFinn = async (name: string, set: Record<string, unknown>) => {
    const id = await plant(app, { name, time_zone: 'UTC' });
    await app.db
      .updateTable('members')
      .set({ language: 'fi', ...set })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const days = (many: number) => sql`app_now() + ${many} * interval '1 day'`;
  await plantFinn('Aino', {});
  // These members cannot be reached: a dead address, mails switched off without a device, and a pause that
  // outlasts the news.
  await plantFinn('Bounced', { disabled_notification_reason: 'bounce' });
  await plantFinn('Silent', { notifications_disabled: ['email:news'] });
  await plantFinn('Away', { mails_paused_until: days(7) });
  // A pause that ends in time delays the mail, and a device receives a push despite a dead address.
  await plantFinn('Pausing', { mails_paused_until: days(1) });
  const withDevice = await plantFinn('Device', { notifications_disabled: ['email:news'] });
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${withDevice}, 'https://push.example/finn', 'k', 'a')`.execute(
    app.db,
  );
  expect(await audienceSize(app.db, meant)).toEqual({
    members: 3,
    languages: [{ language: 'fi', members: 3 }],
  });

  const id = await inTransaction(app.db, (tx) => createAnnouncement(app.app, tx, meant));
  await app.runJobs();
  const figures = async () =>
    (
      await sql`select meant, sent, mailed, pushed, dropped, status from announcements where id = ${id}`.execute(
        app.db,
      )
    ).rows[0];
  expect(await figures()).toEqual({ meant: 3, sent: 2, mailed: 1, pushed: 1, dropped: 0, status: 'sent' });
  // A member who leaves while waiting is dropped.
  await sql`update members set notifications_disabled = '{news}' where language = 'fi' and mails_paused_until is not null`.execute(
    app.db,
  );
  await postponeJobs(app.db, 0);
  await app.runJobs();
  expect(await figures()).toEqual({ meant: 3, sent: 2, mailed: 1, pushed: 1, dropped: 1, status: 'sent' });
});

test('mails what everyone must be told despite preferences, a pause and the cap, but to no dead address', async () => {
  const editor = await plantWithBrowser(app, { roles: ['editor'] });
  const subject = 'Our terms change on 1 January';
  await change({
    notifications_disabled: ['news', 'promotions', 'email:news'],
    mails_paused_until: sql`app_now() + interval '30 days'`,
  });
  for (let sent = 0; sent < 4; sent++)
    await sql`insert into notification_mails (member_id, type) values (${anna.memberId}, 'like')`.execute(
      app.db,
    );
  const bounced = await plant(app, { name: 'Returned' });
  await sql`update members set language = 'en', disabled_notification_reason = 'bounce' where id = ${bounced}`.execute(
    app.db,
  );
  const texts = { en: { subject, text: 'You can read them on the site.' } };
  const announced = await editor.call('adminAnnounce', {
    body: { client_id: randomUUID(), type: 'account', texts, audience: { languages: ['en'] } },
  });
  expect(announced.status).toBe(201);
  await app.runJobs();
  expect(await mailsTo(anna.email)).toEqual([subject]);
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from announcement_sends where announcement_id = ${announced.body.id} and member_id = ${bounced}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ sent: 0 }]);
});
