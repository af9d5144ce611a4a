import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { TodayFigure } from '#contract/rules/figure-rules.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { countQuarters } from './count-quarters.ts';

const site = testApp();
const OTHER = 'other.example';
let owner: Client;
let noon: number;

beforeAll(async () => {
  await plantSite(site, OTHER, 'Other');
  await sql`update sites set overrides = overrides || '{"time_zone":"Pacific/Auckland"}' where host = ${OTHER}`.execute(
    site.db,
  );
  owner = await operatorWith(site, 'owner');
  noon = await site.shiftToNoon(0.1);
  await sql`update members set signup_date = app_now() - interval '300 days', confirmed_at = null`.execute(
    site.db,
  );
});

/** Signs members up some days ago at this time of UTC. */
async function signedUp(
  count: number,
  daysAgo: number,
  time: string,
  host: string | null = null,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const id = await plant(site);
    await sql`
      update members set host = ${host}, confirmed_at = null,
        signup_date = ((app_now() at time zone 'utc')::date - ${daysAgo}::int + ${time}::time) at time zone 'utc' where id = ${id}`.execute(
      site.db,
    );
  }
}

const shown = async (figure: TodayFigure, query: { site?: string } = {}) => {
  const { figures } = await owner.must('adminToday', { query });
  return figures.find((row) => row.figure === figure);
};
const screen = (query: { site?: string } = {}) => owner.must('adminToday', { query });

test('has no figures before the first count', async () => {
  expect(await screen()).toMatchObject({ until: null, figures: [] });
});

test('compares the day so far with the same weekday until the same time', async () => {
  await signedUp(2, 0, '11:20');
  await signedUp(1, 7, '11:40');
  await signedUp(5, 7, '13:10');
  await signedUp(4, 14, '09:00');
  await signedUp(3, 6, '09:00');
  await countQuarters(site.app);
  expect(await shown('signups')).toMatchObject({ today: 2, last_week: 1, average: 1, currency: '' });
  expect((await shown('signups'))?.days.slice(-8)).toEqual([6, 3, 0, 0, 0, 0, 0, 2]);
  await countQuarters(site.app);
  expect(await shown('signups'), 'counted again').toMatchObject({ today: 2, last_week: 1 });
  await signedUp(1, 0, '11:25');
  await site.shiftClock(noon + 900);
  await countQuarters(site.app);
  expect(await shown('signups'), 'committed late').toMatchObject({ today: 3 });
});

test('adds what the visits of the day have grown by, and says that it has no earlier ones', async () => {
  const visits = (opened: number) =>
    sql`
    insert into page_visits (day, host, lander, opened) values ((app_now() at time zone 'Europe/Amsterdam')::date, '*', 'gallery', ${opened})
    on conflict (day, host, lander, slug, network) do update set opened = excluded.opened`.execute(site.db);
  await visits(3);
  await site.shiftClock(noon + 1800);
  await countQuarters(site.app);
  expect(await shown('visits')).toMatchObject({ today: 3, last_week: null, average: null });
  await visits(8);
  await site.shiftClock(noon + 2700);
  await countQuarters(site.app);
  await countQuarters(site.app);
  expect(await shown('visits')).toMatchObject({ today: 8, month: 8 });
});

test('counts money by currency, when it was paid and given back', async () => {
  const payer = await plant(site);
  const payment = randomUUID();
  await sql`
    insert into payments (id, member_id, credits, amount_cents, currency, country, method, gateway, status, idempotency_key, settled_at)
    values (${payment}, ${payer}, 10, 1999, 'EUR', 'NL', 'ideal', 'sandbox', 'completed', ${randomUUID()}, app_now() - interval '20 minutes')`.execute(
    site.db,
  );
  await sql`
    insert into refunds (id, payment_id, member_id, kind, credits, amount_cents, currency, status, settled_at)
    values (${randomUUID()}, ${payment}, ${payer}, 'operator', 5, 999, 'EUR', 'completed', app_now() - interval '20 minutes')`.execute(
    site.db,
  );
  await site.shiftClock(noon + 3600);
  await countQuarters(site.app);
  expect(await shown('orders')).toMatchObject({ today: 1 });
  expect(await shown('revenue')).toMatchObject({ today: 1999, currency: 'EUR', last_week: 0 });
  expect(await shown('refunds')).toMatchObject({ today: 999, currency: 'EUR' });
});

test('shows one site by its own clock, and operators of a site nothing of others', async () => {
  await signedUp(7, 0, '12:35', OTHER);
  await countQuarters(site.app);
  // It is past midnight in Auckland.
  expect((await screen({ site: OTHER })).day > (await screen({ site: '*' })).day).toBe(true);
  expect(await shown('signups', { site: OTHER })).toMatchObject({ today: 7 });
  expect((await shown('signups', { site: OTHER }))?.days.slice(-2)).toEqual([0, 7]);
  expect(await shown('signups', { site: '*' }), 'with the payer').toMatchObject({ today: 4 });
  const local = await plant(site, { roles: ['owner'] });
  await sql`update members set office_sites = ${[OTHER]} where id = ${local}`.execute(site.db);
  const theirs = await browserOf(site, local);
  expect((await theirs.must('adminToday')).figures.find(({ figure }) => figure === 'visits')?.today).toBe(0);
  expect((await theirs.call('adminToday', { query: { site: '*' } })).status).toBe(404);
});

test('keeps goals of a month and their progress', async () => {
  const { month } = await screen();
  const goal = (body: object) =>
    owner.call('setFigureGoal', { body: { figure: 'visits', currency: '', month, ...body } as never });
  expect((await goal({ target: 100 })).status).toBe(200);
  expect(await shown('visits')).toMatchObject({ goal: 100, month: 8 });
  expect(await shown('visits', { site: '*' }), 'goals are those of all sites').toMatchObject({ goal: null });
  expect((await goal({ target: 5, currency: 'EUR' })).status).toBe(422);
  expect((await goal({ target: 5, figure: 'revenue' })).status).toBe(422);
  expect((await goal({ target: null })).status).toBe(200);
  expect(await shown('visits')).toMatchObject({ goal: null });
});

test('notes what happened on a day, of a site only for its operators', async () => {
  const { day } = await screen({ site: '*' });
  await owner.must('addFigureNote', { body: { day, body: 'Radio' } });
  const { id } = await owner.must('addFigureNote', { body: { day, site: OTHER, body: 'Fair' } });
  expect((await screen()).notes.map(({ body }) => body)).toEqual(['Radio', 'Fair']);
  expect((await screen({ site: '*' })).notes.map(({ body }) => body)).toEqual(['Radio']);
  expect((await owner.call('addFigureNote', { body: { day, body: ' ' } })).status).toBe(422);
  const here = await plant(site, { roles: ['finance'] });
  await sql`update members set office_sites = '{*}' where id = ${here}`.execute(site.db);
  const finance = await browserOf(site, here);
  expect((await finance.call('removeFigureNote', { body: { id } })).status).toBe(404);
  expect((await finance.call('addFigureNote', { body: { day, body: 'For all sites' } })).status).toBe(403);
  await owner.must('removeFigureNote', { body: { id } });
  expect((await owner.call('removeFigureNote', { body: { id } })).status).toBe(404);
  expect((await screen()).notes).toHaveLength(1);
});

test('exports the figures as CSV', async () => {
  // The clock was moved since the operator signed in, and exporting needs a second factor of the last five minutes.
  await sql`update sessions set factor_at = app_now()`.execute(site.db);
  const { body, headers } = await owner.call('adminTodayFile');
  expect(headers['content-disposition']).toMatch(/today-\d{4}-\d\d-\d\d\.csv/);
  const lines = String(body).trim().split('\n');
  expect(lines[0]).toMatch(/^figure,currency,today,last_week,average_of_four_weeks,month,goal,\d{4}-/);
  expect(lines.find((line) => line.startsWith('revenue'))).toMatch(/^revenue,EUR,19\.99,0\.00,/);
});
