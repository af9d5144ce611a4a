import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Figures } from '#contract/figures/figures.ts';
import { funnelSteps, LEAST_SAMPLE } from '#contract/rules/figure-rules.ts';
import { testApp, type Client } from '#support/app.ts';
import { plantFigures } from '#support/figure-data.ts';
import { browserOf, plant } from '#support/members.ts';
import { countDays } from './count-days.ts';
import { measureClaims } from './measure-claims.ts';
import { takeDownUntrue } from './take-down-untrue.ts';

// Checks the day tables against plain SQL over the source tables. `npm run test:figures` runs this with
// 100,000 members.

const MEMBERS = Number(process.env['FIGURES_MEMBERS'] ?? 600);
const site = testApp();
let finance: Client;
let owner: Client;
let figures: Figures;
let range: { from: string; to: string };

const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(site.db)).rows;
const unhurried = <Row>(query: ReturnType<typeof sql<Row>>) =>
  site.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return (await query.execute(tx)).rows;
  });
/** Far from the other site's zone: for half of the day its date differs from UTC. */
const ZONE = 'Pacific/Auckland';
/** Real members who signed up here, not staff or fictional profiles. */
const real = sql`select m.*, case when m.host = 'www.poland.example' then ${ZONE} else 'Europe/Amsterdam' end as zone, case when m.host = 'www.poland.example' then 'poland.example' else '*' end as site,
    case lower(m.tracking ->> 'network') when 'adnet' then 'adnet' when 'promo' then 'promo' when 'nobody' then '?' else '' end as network
  from members m join profiles p on p.id = m.id where p.kind = 'member' and m.roles = '{}'`;
const inRange = (at: ReturnType<typeof sql>) =>
  sql`((${at} at time zone zone)::date between ${range.from}::date and ${range.to}::date)`;

async function operatorWith(role: 'owner' | 'finance'): Promise<Client> {
  const id = await plant(site);
  await site.db
    .updateTable('members')
    .set({ roles: [role] })
    .where('id', '=', id)
    .execute();
  return browserOf(site, id);
}

beforeAll(async () => {
  [finance, owner] = [await operatorWith('finance'), await operatorWith('owner')];
  await plantFigures(site.db, MEMBERS, ZONE);
  // PostgreSQL has no statistics of bulk-loaded tables; without them the plain queries take minutes.
  await site.asOwner('analyze');
  range = (
    await rowsOf(sql<{ from: string; to: string }>`
    select ((app_now() at time zone ${ZONE})::date - 20)::text as "from", (app_now() at time zone ${ZONE})::date::text as "to"`)
  )[0]!;
  const started = performance.now();
  const days = await countDays(site.app, {});
  if (process.env['FIGURES_MEMBERS'])
    process.stdout.write(
      `${MEMBERS} members, ${days.length} days counted in ${Math.round(performance.now() - started)} ms\n`,
    );
  const asked = performance.now();
  figures = await finance.must('adminFigures', { query: range });
  if (process.env['FIGURES_MEMBERS'])
    process.stdout.write(`the dashboard was answered in ${Math.round(performance.now() - asked)} ms\n`);
}, 600_000);

describe('compared with plain SQL', () => {
  test('counts visits, signups, activations, first messages and purchases by network, landing page and slug', async () => {
    const plain = await unhurried(sql<Record<string, unknown>>`
      with real as (${real}),
      wrote as (select sender_id, min(created_at) as at from messages group by 1),
      bought as (select member_id, min(settled_at) as at from payments where status = 'completed' group by 1),
      steps as (
        select network, lander, slug, opened as visits, 0 as signups, 0 as activated, 0 as wrote, 0 as bought from page_visits where day between ${range.from}::date and ${range.to}::date
        union all select network, coalesce(lander, ''), coalesce(landing_slug, ''), 0, ${inRange(sql`signup_date`)}::int, coalesce(${inRange(sql`confirmed_at`)}, false)::int,
          coalesce(${inRange(sql`wrote.at`)}, false)::int, coalesce(${inRange(sql`bought.at`)}, false)::int
          from real left join wrote on sender_id = id left join bought on member_id = id
      )
      select network, lander, slug, sum(visits)::int as visits, sum(signups)::int as signups, sum(activated)::int as activated, sum(wrote)::int as wrote, sum(bought)::int as bought
      from steps group by 1, 2, 3 having sum(visits + signups + activated + wrote + bought) > 0 order by 1, 2, 3`);
    const counted = figures.sources
      .map(({ revenue: _revenue, bounces: _bounces, ...row }) => row)
      .sort((a, b) =>
        `${a.network}\n${a.lander}\n${a.slug}` < `${b.network}\n${b.lander}\n${b.slug}` ? -1 : 1,
      );
    expect(counted).toEqual(plain);
    expect(plain.length).toBeGreaterThan(15);
    for (const step of funnelSteps) {
      const sum = plain.reduce((total, row) => total + (row[step] as number), 0);
      expect([step, figures.total[step]]).toEqual([step, sum]);
      expect([step, figures.days.reduce((total, row) => total + row[step], 0)]).toEqual([step, sum]);
      expect(sum).toBeGreaterThan(0);
    }
  });

  test('counts revenue, VAT and refunds by country', async () => {
    const plain = await unhurried(sql`
      select details ->> 'country' as country, details ->> 'currency' as currency, count(*) filter (where kind = 'receipt')::int as orders,
        (sum((details ->> 'totalCents')::int) filter (where kind = 'receipt') / 100.0)::numeric(12, 2)::text as gross,
        (sum((details ->> 'vatCents')::int) filter (where kind = 'receipt') / 100.0)::numeric(12, 2)::text as vat,
        count(*) filter (where kind = 'credit_note')::int as refunds,
        (sum((details ->> 'totalCents')::int) filter (where kind = 'credit_note') / 100.0)::numeric(12, 2)::text as refunded
      from receipts where issued_on between ${range.from}::date and ${range.to}::date group by 1, 2 order by 1, 2`);
    const counted = figures.revenue.map(({ gross, vat, refunded, refunded_vat: _vat, ...row }) => ({
      ...row,
      gross: gross.amount,
      vat: vat.amount,
      refunded: refunded.amount,
    }));
    expect(counted).toEqual(plain);
    expect(plain).toHaveLength(2);
  });

  test('gives the median answer time by kind of profile within five per cent', async () => {
    const plain = await unhurried(sql<{ kind: string; answers: number; median: number }>`
      with turns as (
        select *, lag(sender_id) over (partition by conversation_id order by id) as before from messages
      ),
      runs as (
        select *, count(*) filter (where before is distinct from sender_id) over (partition by conversation_id order by id) as run from turns
      ),
      firsts as (select conversation_id, run, sender_id, min(created_at) as at from runs group by 1, 2, 3)
      select p.kind, count(*)::int as answers, percentile_disc(0.5) within group (order by extract(epoch from a.at - q.at))::float8 as median
      from firsts a join firsts q on q.conversation_id = a.conversation_id and q.run = a.run - 1 join profiles p on p.id = a.sender_id
        join (select id, case when host = 'www.poland.example' then ${ZONE} else 'Europe/Amsterdam' end as zone from members) asker on asker.id = q.sender_id
      where ${inRange(sql`a.at`)} group by 1 order by 1 desc`);
    expect(figures.answers.map(({ kind, answers }) => [kind, answers])).toEqual(
      plain.map(({ kind, answers }) => [kind, answers]),
    );
    for (const { kind, median } of plain) {
      const counted = figures.answers.find((row) => row.kind === kind)!.median_seconds!;
      expect([kind, Math.abs(counted / median - 1)]).toEqual([kind, expect.closeTo(0, 1)]);
      expect(Math.abs(counted / median - 1)).toBeLessThan(0.06);
    }
  });

  test('counts how many signups of each week were active in each week since', async () => {
    const plain = await unhurried(sql<{ week: string; signups: number; stayed: number[] }>`
      with real as (${real}),
      seen as (
        select member_id, date_trunc('week', last_active at time zone zone)::date as week from presence join real on id = member_id
        union select sender_id, date_trunc('week', created_at at time zone zone)::date from messages join real on real.id = sender_id
      ),
      weeks as (select id, zone, date_trunc('week', signup_date at time zone zone)::date as week from real),
      cells as (
        select w.week, later, count(distinct w.id)::int as signups, count(distinct s.member_id)::int as members
        from weeks w cross join generate_series(0, 8) later left join seen s on s.member_id = w.id and s.week = w.week + later * 7
        where w.week + later * 7 <= date_trunc('week', app_now() at time zone w.zone)::date group by 1, 2
      )
      select week::text, max(signups) as signups, array_agg(members order by later) as stayed from cells group by 1 order by 1 desc`);
    expect(figures.cohorts).toEqual(plain);
    expect(plain.length).toBeGreaterThan(4);
  });

  test('filters by site, or adds up all of them', async () => {
    const [all, poland, rest] = await Promise.all(
      [undefined, 'poland.example', '*'].map((host) =>
        finance.must('adminFigures', { query: { ...range, ...(host && { site: host }) } }),
      ),
    );
    for (const step of funnelSteps) expect(poland!.total[step] + rest!.total[step]).toBe(all!.total[step]);
    expect(poland!.total.signups).toBeGreaterThan(0);
    expect(poland!.total.signups).toBeLessThan(all!.total.signups);
  });

  test('measures the advertised claims', async () => {
    await measureClaims(site.app);
    const { claims } = await finance.must('adminFigures', { query: range });
    const [plain] = await unhurried(sql<{
      female: number;
      members: number;
      chatted: number;
      new_members: number;
    }>`
      with real as (${real}),
      written as materialized (select conversation_id, sender_id, created_at from messages)
      select count(*) filter (where p.gender = 'female' and r.status = 'active' and p.status = 'active')::int as female,
        count(*) filter (where r.status = 'active' and p.status = 'active')::int as members,
        count(*) filter (where fresh)::int as new_members,
        count(*) filter (where fresh and exists (select from written x join conversations c on c.id = x.conversation_id
          join profiles o on o.kind = 'member' and o.id in (c.member_low, c.member_high) and o.id <> r.id
          where x.sender_id = r.id and x.created_at <= r.signup_date + interval '3 days'))::int as chatted
      from real r join profiles p on p.id = r.id
        cross join lateral (select r.confirmed_at is not null and r.signup_date < app_now() - interval '3 days' as fresh) f
      where r.site = '*'`);
    const of = (id: string) => claims.find((claim) => claim.site === '*' && claim.id === id)!;
    expect(of('female_members')).toMatchObject({
      told: 60,
      percentage: Math.floor((100 * plain!.female) / plain!.members),
      sample: plain!.members,
    });
    expect(of('chat_within_3_days')).toMatchObject({
      told: 98,
      percentage: Math.floor((100 * plain!.chatted) / plain!.new_members),
      sample: plain!.new_members,
    });
    expect(of('premium_chance')).toMatchObject({ told: 46 });
  });
});

describe('counting', () => {
  test('gives the same result on every run, and includes late data', async () => {
    const again = async () => (await countDays(site.app), finance.must('adminFigures', { query: range }));
    const { counted_at: _first, claims: _claims, ...before } = figures;
    const { counted_at: _second, claims: _same, ...after } = await again();
    expect(after).toEqual(before);
    // Yesterday's order, which the gateway reports today, and an activation not counted yet.
    const member = await plant(site);
    await sql`update members set signup_date = app_now() - interval '1 day', confirmed_at = app_now() where id = ${member}`.execute(
      site.db,
    );
    const late = await again();
    expect([late.total.signups, late.total.activated]).toEqual([
      before.total.signups + 1,
      before.total.activated + 1,
    ]);
  });

  test('keeps the figures of old days, because members erased since would be missing', async () => {
    const day = (await rowsOf(sql<{ day: string }>`select (app_now()::date - 100)::text as day`))[0]!.day;
    const member = await plant(site);
    await sql`update members set signup_date = ${day}::date + interval '5 hours' where id = ${member}`.execute(
      site.db,
    );
    const count = async () =>
      (await finance.must('adminFigures', { query: { from: day, to: day } })).total.signups;
    expect(await countDays(site.app, { from: day, to: day })).toEqual([day]);
    expect(await count()).toBe(1);
    await sql`delete from profiles where id = ${member}`.execute(site.db);
    await sql`delete from members where id = ${member}`.execute(site.db);
    expect(await countDays(site.app, { from: day, to: day })).toEqual([]);
    expect(await count()).toBe(1);
  });

  test('excludes operators, shadow accounts and fictional profiles', async () => {
    const before = await finance.must('adminFigures', { query: range });
    await plant(site, { kind: 'fictional' });
    const operator = await plant(site);
    await sql`update members set roles = '{support}' where id = ${operator}`.execute(site.db);
    const shadow = await plant(site);
    await sql`update members set shadow_email_key = email_key, email_key = null where id = ${shadow}`.execute(
      site.db,
    );
    await countDays(site.app);
    expect((await finance.must('adminFigures', { query: range })).total).toEqual(before.total);
  });

  test("records a signup's landing page by known design and slug only", async () => {
    const member = await site.as('lander', { landing: { lander: 'gallery', slug: 'milf-3' } });
    const stranger = await site.as('stranger', { landing: { lander: 'made-up', slug: '<b>' } });
    const rows = await rowsOf(sql<{ lander: string | null; landing_slug: string | null }>`
      select lander, landing_slug from members where id in (${member.memberId}, ${stranger.memberId}) order by id`);
    expect(rows).toEqual([
      { lander: 'gallery', landing_slug: 'milf-3' },
      { lander: null, landing_slug: null },
    ]);
  });
});

test('refuses periods that are reversed or too long; returns nothing for an unknown site', async () => {
  expect(
    (await finance.call('adminFigures', { query: { from: '2026-02-01', to: '2026-01-01' } })).status,
  ).toBe(400);
  expect(
    (await finance.call('adminFigures', { query: { from: '2020-01-01', to: '2026-01-01' } })).status,
  ).toBe(400);
  expect((await finance.must('adminFigures', { query: { site: 'nowhere.example' } })).total.signups).toBe(0);
});

test.each(['days', 'sources', 'revenue', 'answers', 'cohorts', 'claims'] as const)(
  'exports the figures of %s as CSV with a header',
  async (part) => {
    const { status, headers, body } = await finance.call('adminFiguresFile', { query: { ...range, part } });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    expect((body as unknown as string).split('\n').length).toBeGreaterThan(2);
  },
);

describe('a claim', () => {
  const published = async () => (await site.visitor().must('settings', { query: {} })).claims;
  const claim = async (id: string) =>
    (await owner.must('adminFigures')).claims.find((one) => one.site === '*' && one.id === id)!;
  const female = { site: '*', id: 'female_members', publish: true } as const;

  test('is published as measured, with its date and sample, by an owner only', async () => {
    await measureClaims(site.app);
    const { percentage, sample, measured_on } = await claim('female_members');
    expect(sample).toBeGreaterThanOrEqual(LEAST_SAMPLE);
    expect((await finance.call('publishClaim', { body: female })).status).toBe(403);
    await owner.must('publishClaim', { body: female });
    expect(await published()).toEqual([{ id: 'female_members', percentage, sample, measured_on }]);
  });

  test('is refused if the sample is too small', async () => {
    await sql`update figure_claims set sample = ${LEAST_SAMPLE - 1} where claim = 'chat_within_3_days'`.execute(
      site.db,
    );
    const { status, body } = await owner.call('publishClaim', {
      body: { ...female, id: 'chat_within_3_days' },
    });
    expect([status, body.error]).toEqual([409, 'claim_unproven']);
  });

  test('is taken down by the nightly job once it is no longer true', async () => {
    expect(await takeDownUntrue(site.app)).toEqual([]);
    await sql`update figure_claims set percentage = percentage - 1 where claim = 'female_members'`.execute(
      site.db,
    );
    expect(await takeDownUntrue(site.app)).toEqual(['* female_members']);
    expect(await published()).toEqual([]);
  });
});
