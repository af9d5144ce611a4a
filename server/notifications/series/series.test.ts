import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { seriesTriggers, type SeriesStep, type SeriesTrigger } from '#contract/notifications/mail-series.ts';
import { type Client, testApp } from '#support/app.ts';
import { emptyQueue, postponeJobs } from '#support/job-queue.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { SERIES_GOALS, SERIES_ROUND, SERIES_STEP } from './series-jobs.ts';

const app = testApp();
let editor: Client;
let member: number;
let email: string;
let annas = 0;

beforeEach(async () => {
  await app.shiftToNoon();
  editor ??= await plantWithBrowser(app, { roles: ['editor'] });
  for (const table of ['mail_series', 'mail_series_runs', 'outbox_items', 'notification_mails', 'payments'])
    await sql`delete from ${sql.table(table)}`.execute(app.db);
  app.app.events.publish('mail_series_changed', null);
  await emptyQueue(app.db);
  email = `anna-${++annas}@plant.test`;
  member = await plant(app, { name: 'Anna', email, time_zone: 'UTC' });
  await change({ language: 'en', notifications_disabled: [] });
  await sql`delete from presence`.execute(app.db);
});

const change = (set: Record<string, unknown>) =>
  app.db.updateTable('members').set(set).where('id', '=', member).execute();

async function switchOn(
  trigger: SeriesTrigger,
  { holdout = 0, enabled = true, steps }: { holdout?: number; enabled?: boolean; steps?: SeriesStep[] } = {},
) {
  const { series } = await editor.must('adminMailSeries', { query: { site: '*' } });
  const { seen } = series.find((each) => each.trigger === trigger)!;
  return editor.must('saveMailSeries', {
    body: {
      ...{ site: '*', trigger, enabled, holdout_percent: holdout, seen },
      steps: steps ?? [...seriesTriggers[trigger].steps],
    },
  });
}

const figuresOf = async (trigger: SeriesTrigger) =>
  (await editor.must('adminMailSeries', { query: { site: '*' } })).series.find(
    (each) => each.trigger === trigger,
  )!.figures;

const seenDaysAgo = (days: number) =>
  sql`
  insert into presence (member_id, last_active) values (${member}, app_now() - ${days} * interval '1 day')
  on conflict (member_id) do update set last_active = excluded.last_active`.execute(app.db);

async function runJob(name: string) {
  await app.app.jobs.add(app.db, name, {});
  await app.runJobs();
}

/** Runs what is due this many hours after noon. */
async function runAt(hours: number) {
  await app.shiftToNoon(hours);
  await postponeJobs(app.db, 0);
  await app.runJobs();
}

const subjects = async () =>
  (await app.outbox(email)).filter(({ kind }) => kind === 'mail').map(({ subject }) => subject);
const endings = async () =>
  (
    await sql<{ status: string }>`select status from mail_series_runs where member_id = ${member}`.execute(
      app.db,
    )
  ).rows.map(({ status }) => status);
const outcomes = async () =>
  (
    await sql<{ outcome: string }>`
      select outcome from mail_series_sends where member_id = ${member} order by handled_at, mail`.execute(
      app.db,
    )
  ).rows.map(({ outcome }) => outcome);

async function away() {
  await seenDaysAgo(3.5);
  await runJob(SERIES_ROUND);
}

test('sends nothing until an operator switches a series on', async () => {
  await away();
  expect(await endings()).toEqual([]);
  expect(await subjects()).toEqual([]);
});

test('writes to a member who stays away after 3, 7 and 30 days, once', async () => {
  await switchOn('away');
  await away();
  expect(await subjects()).toEqual(["It's been a few days"]);
  await runJob(SERIES_ROUND);
  expect(await endings()).toEqual(['running']);
  await runAt(95);
  expect(await subjects()).toHaveLength(1);
  await runAt(97);
  await runAt(650);
  expect(await subjects()).toEqual([
    "We'll leave you in peace",
    'Does your profile still fit?',
    "It's been a few days",
  ]);
  await runAt(651);
  expect(await endings()).toEqual(['done']);
  await away();
  expect(await endings(), 'not again within 90 days').toEqual(['done']);
  expect(await figuresOf('away')).toMatchObject({ entered: 1, mailed: 3, reached: 0, held_out: 0 });
});

test('ends when the member returns, and counts it', async () => {
  await switchOn('away');
  await away();
  await app.shiftToNoon(1);
  await seenDaysAgo(0);
  await runAt(97);
  expect(await endings()).toEqual(['goal']);
  expect(await subjects()).toHaveLength(1);
  expect(await figuresOf('away')).toMatchObject({ entered: 1, reached: 1 });
});

test('writes to nobody who unsubscribed after the series was planned, and counts an unsubscribe', async () => {
  await switchOn('away');
  await seenDaysAgo(3.5);
  await app.app.jobs.add(app.db, SERIES_ROUND, {});
  await app.shiftToNoon(11);
  await app.runJobs();
  expect(await endings(), 'waits for the morning').toEqual(['running']);
  expect(await subjects()).toEqual([]);
  await change({ notifications_disabled: ['email:promotions'] });
  await runAt(22);
  expect(await outcomes()).toEqual(['unwanted']);
  expect(await subjects()).toEqual([]);

  await change({ notifications_disabled: [] });
  await sql`delete from mail_series_runs`.execute(app.db);
  await app.shiftToNoon();
  await away();
  const [mail] = await app.outbox(email);
  const link = new URL(mail!.links.find((each) => each.includes('unsubscribe'))!);
  await app.visitor().request('POST', `/api/unsubscribe.php${link.search}`);
  expect(await figuresOf('away')).toMatchObject({ mailed: 1, unsubscribed: 1 });
});

test('enters nobody who has the type off, and sends nothing in a pause, to a closed account or when switched off', async () => {
  await switchOn('away');
  await change({ notifications_disabled: ['promotions'] });
  await away();
  expect(await endings()).toEqual([]);

  for (const [set, status] of [
    [{ mails_paused_until: sql`app_now() + interval '30 days'` }, 'paused'],
    [{ suspended_until: sql`app_now() + interval '30 days'` }, 'paused'],
    [{ status: 'pending_deletion' }, 'left'],
    [{ status: 'banned' }, 'left'],
  ] as const) {
    await sql`delete from mail_series_runs`.execute(app.db);
    await change({
      notifications_disabled: [],
      mails_paused_until: null,
      suspended_until: null,
      status: 'active',
    });
    await app.shiftToNoon(11);
    await away();
    expect(await endings()).toEqual(['running']);
    await change(set);
    await runAt(22);
    expect(await endings(), JSON.stringify(set)).toEqual([status]);
  }
  await sql`delete from mail_series_runs`.execute(app.db);
  await change({ status: 'active' });
  await app.shiftToNoon(11);
  await away();
  await switchOn('away', { enabled: false });
  await runAt(22);
  expect(await endings()).toEqual(['off']);
  expect(await subjects()).toEqual([]);
});

test('sends at the moment of a daily rhythm, and keeps to the cap of mails', async () => {
  await switchOn('away');
  await sql`insert into notification_rhythms (member_id, quiet_from, quiet_until, quiet_mail, quiet_push, mail_rhythm, mail_time, mail_day)
    values (${member}, '22:00', '08:00', true, false, 'daily', '18:00', 5)`.execute(app.db);
  await away();
  await runAt(5);
  expect(await subjects()).toEqual([]);
  await runAt(6.5);
  expect(await subjects()).toHaveLength(1);

  await sql`delete from mail_series_runs`.execute(app.db);
  await sql`delete from notification_rhythms`.execute(app.db);
  await app.shiftToNoon();
  await sql`delete from notification_mails`.execute(app.db);
  for (let sent = 0; sent < 4; sent++)
    await sql`insert into notification_mails (member_id, type) values (${member}, 'like')`.execute(app.db);
  await away();
  expect(await subjects()).toHaveLength(1);
});

test('holds a share of the members out, who get nothing and are counted', async () => {
  await switchOn('away', { holdout: 50 });
  for (let many = 0; many < 40; many++) {
    const id = await plant(app, { name: `Member ${many}`, time_zone: 'UTC' });
    await sql`update members set notifications_disabled = '{}' where id = ${id}`.execute(app.db);
    await sql`insert into presence (member_id, last_active) values (${id}, app_now() - interval '84 hours')`.execute(
      app.db,
    );
  }
  await runJob(SERIES_ROUND);
  const { entered, held_out, mailed } = await figuresOf('away');
  expect(entered + held_out).toBe(40);
  expect(held_out).toBeGreaterThan(5);
  expect(mailed).toBe(entered);
  await sql`update presence set last_active = app_now()`.execute(app.db);
  await runJob(SERIES_GOALS);
  expect(await figuresOf('away')).toMatchObject({ reached: entered, held_out_reached: held_out });
});

test('reminds of an order that was not paid, unless it was since or its money may take days', async () => {
  await switchOn('checkout');
  const order = (set: { method?: string; status?: string } = {}) =>
    sql`
    insert into payments (id, member_id, credits, amount_cents, currency, country, method, gateway, status, idempotency_key, created_at, settled_at)
    values (gen_random_uuid(), ${member}, 50, 2500, 'EUR', 'NL', ${set.method ?? 'ideal'}, 'sandbox', ${set.status ?? 'cancelled'},
      gen_random_uuid(), app_now() - interval '90 minutes', case when ${set.status ?? ''} = 'completed' then app_now() end)`.execute(
      app.db,
    );
  await order({ method: 'sdd', status: 'pending' });
  await runJob(SERIES_ROUND);
  expect(await endings()).toEqual([]);
  await order();
  await runJob(SERIES_ROUND);
  expect(await endings()).toEqual(['running']);
  await runAt(3);
  expect(await subjects()).toEqual(["Your order isn't finished"]);

  await sql`delete from mail_series_runs`.execute(app.db);
  await sql`delete from notification_mails`.execute(app.db);
  await app.shiftToNoon();
  await runJob(SERIES_ROUND);
  await app.shiftToNoon(1);
  await order({ status: 'completed' });
  await runAt(3);
  expect(await endings()).toEqual(['goal']);
  expect(await subjects()).toHaveLength(1);
});

test('welcomes a new member, and leaves out steps whose conditions fail', async () => {
  await switchOn('welcome', {
    steps: [
      { mail: 'series-welcome', hours: 1, push: false, conditions: { photo: true } },
      { mail: 'series-first-hello', hours: 2, push: false, conditions: { wrote: false, languages: ['en'] } },
    ],
  });
  const bea = await app.as('bea', { language: 'en' });
  await sql`update members set time_zone = 'UTC' where id = ${bea.memberId}`.execute(app.db);
  await app.away();
  // Without the reminder of the profile, which is of the same type.
  await emptyQueue(app.db);
  const { rows } = await sql<{
    id: number;
  }>`select id from mail_series_runs where member_id = ${bea.memberId}`.execute(app.db);
  await app.app.jobs.add(app.db, SERIES_STEP, { run: rows[0]!.id });
  const seen = async () =>
    (await app.outbox(bea.email)).filter(({ subject }) => subject === 'Who says hello first?').length;
  await runAt(1.5);
  expect(await seen()).toBe(0);
  await runAt(2.5);
  expect(await seen()).toBe(1);
  expect(await figuresOf('welcome')).toMatchObject({ entered: 1, mailed: 1, left_out: 1 });
});

test('tells about a first answer only whoever cannot pay for the next message', async () => {
  await switchOn('first_reply');
  const talk = async (name: string, credits: number) => {
    const [asks, answers] = [
      await plantWithBrowser(app, { name, email: `${name}@plant.test`, time_zone: 'UTC', language: 'en' }),
      await plantWithBrowser(app, { gender: 'male', premium: true }),
    ];
    const write = (from: Client, to: Client) =>
      from.must('send', { body: { profile: to.memberId, client_id: randomUUID(), text: 'Hello there' } });
    await write(asks, answers);
    await sql`
      update members set credits = ${credits}, free_messages_used = 99, notifications_disabled = '{}' where id = ${asks.memberId}`.execute(
      app.db,
    );
    await sql`delete from presence`.execute(app.db);
    await write(answers, asks);
    return `${name}@plant.test`;
  };
  const [poor, rich] = [await talk(`poor-${annas}`, 0), await talk(`rich-${annas}`, 100)];
  await app.shiftToNoon(1);
  await runJob('due-message-notices');
  await runAt(2);
  await runAt(4);
  const written = async (to: string) =>
    (await app.outbox(to)).filter(({ subject }) => subject === 'You have an answer').length;
  expect([await written(poor), await written(rich)]).toEqual([1, 0]);
});

test('reminds of the welcome offer a day before it ends, unless somebody bought', async () => {
  await setSettings(app, { welcome_discount_seconds: 72 * 3600 });
  await switchOn('offer_ends');
  const [dee, eva] = [
    await app.as(`dee${annas}`, { language: 'en' }),
    await app.as(`eva${annas}`, { language: 'en' }),
  ];
  // As in the settings, some time after signup.
  await sql`
    update members set time_zone = 'UTC', notifications_disabled = '{}' where id in (${dee.memberId}, ${eva.memberId})`.execute(
    app.db,
  );
  await app.away();
  await sql`delete from presence`.execute(app.db);
  const written = async ({ email: to }: Client) =>
    (await app.outbox(to)).filter(({ subject }) => subject === 'Your welcome discount ends soon').length;
  const roundAt = async (hours: number) => {
    await app.shiftToNoon(hours);
    await runJob(SERIES_ROUND);
    await runAt(hours + 0.1);
  };
  await roundAt(47);
  expect([await written(dee), await written(eva)]).toEqual([0, 0]);
  await sql`update members set paid_user = true where id = ${eva.memberId}`.execute(app.db);
  await roundAt(49);
  expect([await written(dee), await written(eva)]).toEqual([1, 0]);
});

test('refuses mails of another series, a mail twice, and a change over a newer one', async () => {
  const steps = (...mails: SeriesStep['mail'][]) =>
    mails.map((mail) => ({ mail, hours: 1, push: false, conditions: {} }));
  const save = (trigger: SeriesTrigger, chosen: SeriesStep[], seen: string | null = null) =>
    editor.call('saveMailSeries', {
      body: { site: '*', trigger, enabled: true, holdout_percent: 10, steps: chosen, seen },
    });
  expect((await save('welcome', steps('series-offer'))).status).toBe(422);
  expect((await save('welcome', steps('series-welcome', 'series-welcome'))).status).toBe(422);
  const { status, body } = await save('welcome', steps('series-welcome'));
  expect(status).toBe(200);
  expect((await save('welcome', steps('series-welcome'))).body.error).toBe('conflict');
  expect((await save('welcome', steps('series-welcome'), body.seen)).status).toBe(200);
});
