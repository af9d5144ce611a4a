import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { countCampaigns } from './count-campaigns.ts';

const site = testApp();
let finance: Client;

/** A member who came by a campaign some weeks ago, with the sums of their orders and refunds in cents. */
async function came(
  network: string,
  campaign: string,
  { weeks = 1, orders = [], refunds = [] }: { weeks?: number; orders?: number[]; refunds?: number[] } = {},
) {
  const member = await plant(site);
  await sql`update members set tracking = ${JSON.stringify({ network, ref: campaign })}::jsonb where id = ${member}`.execute(
    site.db,
  );
  await sql`insert into figure_members (member_id, host, network, lander, slug, signed_up_at)
    values (${member}, '*', ${network}, 'letter', 'milf', app_now() - ${weeks} * interval '7 days')`.execute(
    site.db,
  );
  for (const [kind, sums] of [
    ['receipt', orders],
    ['credit_note', refunds],
  ] as const)
    for (const cents of sums)
      await sql`
        with paid as (
          insert into payments (id, member_id, credits, amount_cents, currency, country, method, gateway, status, idempotency_key, settled_at)
          values (gen_random_uuid(), ${member}, 50, ${cents}, 'EUR', 'NL', 'ideal', 'sandbox', 'completed', gen_random_uuid(), app_now()) returning id)
        insert into receipts (id, member_id, payment_id, kind, company_id, year, number, issued_on, details)
        select gen_random_uuid(), ${member}, id, ${kind}, 1, 2026, (select count(*) + 1 from receipts), app_now()::date,
          jsonb_build_object('currency', 'EUR', 'totalCents', ${cents}::int) from paid`.execute(site.db);
  return member;
}

beforeAll(async () => {
  finance = await plantWithBrowser(site, { roles: ['finance'] });
  for (let many = 0; many < 5; many++) await came('adnet', 'summer');
  await came('adnet', 'summer', { orders: [2500, 1000], refunds: [500] });
  await came('adnet', 'summer', { weeks: 3, orders: [4000] });
  for (let many = 0; many < 6; many++) await came('promo', 'autumn', { weeks: 20 });
  await came('adnet', 'click-0001', { orders: [700] });
  await sql`insert into page_visits (day, host, lander, slug, network, opened) values ((app_now() - interval '7 days')::date, '*', 'letter', 'milf', 'adnet', 40)`.execute(
    site.db,
  );
  await countCampaigns(site.app);
  await countCampaigns(site.app);
});

const euros = (amount: string) => [{ amount, currency: 'EUR' }];

test('names the revenue of a campaign, and of its weeks of signup, with the way to a second purchase', async () => {
  const { rows } = await finance.must('adminCampaigns', { query: { by: 'campaign', search: 'SUMM' } });
  expect(rows).toMatchObject([
    {
      network: 'adnet',
      campaign: 'summer',
      visits: null,
      signups: 7,
      bought: 2,
      bought_again: 1,
      revenue: euros('70.00'),
    },
  ]);
  const weeks = await finance.must('adminCampaigns', {
    query: { by: 'week', network: 'adnet', campaign: 'summer' },
  });
  expect(weeks.rows.map(({ signups, revenue }) => [signups, revenue])).toEqual([
    [6, euros('30.00')],
    [1, euros('40.00')],
  ]);
});

test('sums up references of single clicks without their names, and counts visits by source', async () => {
  const { rows } = await finance.must('adminCampaigns', { query: { by: 'campaign' } });
  expect(rows.map(({ campaign }) => campaign).toSorted()).toEqual(['?', 'summer']);
  const sources = await finance.must('adminCampaigns', { query: { by: 'network' } });
  expect(sources.rows).toMatchObject([
    { network: 'adnet', campaign: null, visits: 40, signups: 8, bought: 3, revenue: euros('77.00') },
  ]);
});

test('keeps to the chosen weeks and the sites of the operator', async () => {
  const far = await finance.must('adminCampaigns', { query: { by: 'network', from: '2026-01-05' } });
  expect(far.rows).toHaveLength(2);
  const wrong = await finance.call('adminCampaigns', {
    query: { by: 'network', from: '2026-03-02', to: '2026-02-01' },
  });
  expect(wrong.status).toBe(400);
  await sql`insert into sites (host, company_id) values ('other.example', 1)`.execute(site.db);
  const elsewhere = await plant(site, { roles: ['finance'] });
  await sql`update members set office_sites = '{other.example}' where id = ${elsewhere}`.execute(site.db);
  const limited = await browserOf(site, elsewhere);
  const { rows, sites } = await limited.must('adminCampaigns', { query: { by: 'campaign' } });
  expect([rows, sites]).toEqual([[], ['other.example']]);
});
