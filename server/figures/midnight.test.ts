import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Figures } from '#contract/figures/figures.ts';
import type { Books } from '#contract/payments/books.ts';
import { plantMember } from '#support/members.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { createSession } from '../identity/index.ts';
import { siteClocks } from '../site-settings/index.ts';
import { countDays } from './count-days.ts';

// A day follows the site's time zone everywhere: at 00:30 in Amsterdam on the first of a month, UTC is still
// in the previous month.

let till: Till;
let owner: TestPayer;
const db = () => till.site.app.db;
beforeAll(async () => {
  till = await openTill();
  // The clock moves first, because sessions and second factors expire by it.
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from (date_trunc('month', now() at time zone 'Europe/Amsterdam') + interval '1 month 30 minutes') at time zone 'Europe/Amsterdam' - now())::int as seconds`.execute(
    db(),
  );
  await till.shiftClock(rows[0]!.seconds);
  owner = await till.payer({ signedUpAgo: 0 });
  await sql`update members set roles = array['owner'] where id = ${owner.id}`.execute(db());
});
afterAll(() => till.close());

const figures = async (query: string): Promise<Figures> =>
  (await owner.get(`/api/admin/figures?${query}`)).body;
const signups = async (day: string, site = '*') =>
  (await figures(`from=${day}&to=${day}&site=${site}`)).total.signups;
const books = async (month: string): Promise<Books> =>
  (await owner.get(`/api/admin/books?month=${month}`)).body;

async function signedUp(at: string, host = 'localhost'): Promise<void> {
  const id = await plantMember(db(), { name: 'Mia', email: `m${at.replaceAll(/\W/g, '')}@${host}.test` });
  await sql`update members set signup_date = ${at}::timestamptz, confirmed_at = ${at}::timestamptz, host = ${host} where id = ${id}`.execute(
    db(),
  );
}

test('puts a sale at half past midnight on the same day in the dashboard, cohorts, files and books', async () => {
  const { rows } = await sql<{ today: string; before: string; week: string; utc: string }>`
    select today::text, (today - 1)::text as before, date_trunc('week', today)::date::text as week, (app_now() at time zone 'UTC')::date::text as utc
    from (select (app_now() at time zone 'Europe/Amsterdam')::date as today) there`.execute(db());
  const { today, before, week, utc } = rows[0]!;
  expect([today.slice(-2), utc]).toEqual(['01', before]);
  await sql`insert into vat_rates (country, valid_from, percentage) values ('NL', ${today}::date, 25)`.execute(
    db(),
  );
  const payer = await till.payer({ signedUpAgo: 60 });
  const visit = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lander: 'gallery' }),
  };
  expect((await till.request('/api/tracking.php', visit)).status).toBe(204);
  const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
  await till.checkout(payment_id, 'paid');
  await countDays(till.site.app);

  const dashboard = await figures('');
  expect(dashboard.to).toBe(today);
  expect(dashboard.days.at(-1)).toMatchObject({ day: today, visits: 1, signups: 1, activated: 1, bought: 1 });
  expect(dashboard.days.at(-2)).toMatchObject({ day: before, visits: 0, signups: 0, bought: 0 });
  const [revenue] = (await figures(`from=${today}&to=${today}`)).revenue;
  expect(revenue).toMatchObject({ country: 'NL', orders: 1 });
  expect((await figures(`from=${before}&to=${before}`)).revenue).toEqual([]);
  expect(dashboard.cohorts[0]).toMatchObject({ week, signups: 1 });
  const file = parse((await owner.get('/api/admin/figures-file?part=days')).body, {
    columns: true,
  }) as Record<string, string>[];
  expect(file.at(-1)).toMatchObject({ day: today, signups: '1', bought: '1' });

  const month = await books(today.slice(0, 7));
  expect(month.revenue).toMatchObject([
    { orders: 1, gross: revenue!.gross, vat: revenue!.vat, vat_percentage: 25 },
  ]);
  expect(month.credits.sold).toBeGreaterThan(0);
  const monthBefore = await books(before.slice(0, 7));
  expect([monthBefore.revenue, monthBefore.credits.sold]).toEqual([[], 0]);
  const csv = parse((await owner.get(`/api/admin/books-file?month=${today.slice(0, 7)}&part=revenue`)).body, {
    columns: true,
  }) as Record<string, string>[];
  expect(csv).toMatchObject([{ orders: '1', gross: revenue!.gross.amount }]);
});

test('gives the day 23 hours when clocks go forward and 25 when they go back, and loses none', async () => {
  for (const at of [
    '2025-03-29T22:59:59Z',
    '2025-03-29T23:00:00Z',
    '2025-03-30T21:59:59Z',
    '2025-03-30T22:00:00Z',
  ])
    await signedUp(at);
  for (const at of [
    '2025-10-25T21:59:59Z',
    '2025-10-25T22:00:00Z',
    '2025-10-26T22:59:59Z',
    '2025-10-26T23:00:00Z',
  ])
    await signedUp(at);
  const days = ['2025-03-29', '2025-03-30', '2025-03-31', '2025-10-25', '2025-10-26', '2025-10-27'];
  for (const day of days) expect(await countDays(till.site.app, { from: day, to: day })).toEqual([day]);
  expect(await Promise.all(days.map((day) => signups(day)))).toEqual([1, 2, 1, 1, 2, 1]);
});

test('assigns both midnights to the new day where midnight comes twice', async () => {
  // The only time zone in use, so that the period begins with it.
  await sql`update sites set overrides = '{"time_zone": "Atlantic/Azores"}'`.execute(db());
  for (const at of [
    '2024-10-26T23:59:59Z',
    '2024-10-27T00:00:00Z',
    '2024-10-27T01:00:00Z',
    '2024-10-28T00:59:59Z',
    '2024-10-28T01:00:00Z',
  ])
    await signedUp(at);
  const days = ['2024-10-26', '2024-10-27', '2024-10-28'];
  for (const day of days) await countDays(till.site.app, { from: day, to: day });
  expect(await Promise.all(days.map((day) => signups(day)))).toEqual([1, 3, 1]);
  await sql`update sites set overrides = '{}'`.execute(db());
});

test('gives each site its own days', async () => {
  await sql`insert into sites (host, company_id, overrides) select 'auckland.example', company_id, '{"time_zone": "Pacific/Auckland"}' from sites where host = '*'`.execute(
    db(),
  );
  for (const host of ['localhost', 'auckland.example']) await signedUp('2024-06-26T12:00:00Z', host);
  const days = ['2024-06-26', '2024-06-27'];
  for (const day of days) await countDays(till.site.app, { from: day, to: day });
  expect(await Promise.all(days.map((day) => signups(day)))).toEqual([1, 0]);
  expect(await Promise.all(days.map((day) => signups(day, 'auckland.example')))).toEqual([0, 1]);
});

test('keeps the days of a site that changes its time zone, even if counted again', async () => {
  const at = async (moment: string) =>
    (
      await sql<{
        day: string;
      }>`select ${(await siteClocks(db())).dayOf(sql`${moment}::timestamptz`, sql`'*'`)}::text as day`.execute(
        db(),
      )
    ).rows[0]!.day;
  await signedUp('2025-06-09T22:30:00Z');
  await countDays(till.site.app, { from: '2025-06-09', to: '2025-06-10' });
  expect([await signups('2025-06-09'), await signups('2025-06-10')]).toEqual([0, 1]);

  const cookie = `auth=${await createSession(db(), owner.id, undefined, null, true)}`;
  const body = JSON.stringify({ site: '*', changes: [{ key: 'time_zone', value: 'America/New_York' }] });
  const changed = await till.request('/api/admin/settings', {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body,
  });
  expect(changed.status).toBe(200);
  await sql`delete from figure_runs where day between '2025-06-09' and '2025-06-10'`.execute(db());
  expect(await countDays(till.site.app, { from: '2025-06-09', to: '2025-06-10' })).toHaveLength(2);
  expect([await signups('2025-06-09'), await signups('2025-06-10')]).toEqual([0, 1]);
  expect(await at('2025-06-09T22:30:00Z')).toBe('2025-06-10');
  // From the change on, the new zone applies.
  expect(await at('2199-06-10T03:30:00Z')).toBe('2199-06-09');
});
