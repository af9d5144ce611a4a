import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { siteClocks } from '../site-settings/index.ts';
import { weekOf } from './gather-members.ts';

const WEEKS = 53;
/** A reference that brought fewer members may be that of a single click. It is counted without its name. */
const FEWEST_MEMBERS = 5;

/**
 * For the members who signed up in each week: how many reached each step up to a second purchase, and what they paid
 * less refunds, by source and campaign. A campaign is the `ref` of the advertising link. Members who were erased or objected to the record of their
 * source count without one. Replaces all rows, so runs can be repeated.
 */
export async function countCampaigns(app: Pick<App, 'db'>): Promise<void> {
  const clocks = await siteClocks(app.db);
  await inTransaction(app.db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('campaigns'))`.execute(tx);
    await sql`
      create temporary table cohort on commit drop as
      with newcomers as materialized (
        select f.member_id, f.host, f.network, f.lander, f.slug, f.activated_at, f.wrote_at,
          ${weekOf(clocks.dayOf(sql`f.signed_up_at`, sql`f.host`))} as week,
          left(coalesce(m.tracking ->> 'ref', ''), 100) as campaign
        from figure_members f left join members m on m.id = f.member_id
        where f.signed_up_at > app_now() - ${WEEKS * 7} * interval '1 day'
      ),
      known as (
        select network, campaign from newcomers where campaign <> ''
        group by network, campaign having count(*) >= ${FEWEST_MEMBERS}
      )
      select n.member_id, n.host, n.network, n.lander, n.slug, n.week, n.activated_at, n.wrote_at,
        case when n.campaign = '' then '' else coalesce(k.campaign, '?') end as campaign
      from newcomers n left join known k on k.network = n.network and k.campaign = n.campaign`.execute(tx);
    await sql`delete from figure_campaigns`.execute(tx);
    await sql`
      insert into figure_campaigns (week, host, network, campaign, lander, slug, signups, activated, wrote, bought, bought_again)
      select week, host, network, campaign, lander, slug, count(*), count(activated_at), count(wrote_at), count(o.orders),
        count(*) filter (where o.orders > 1)
      from cohort c left join (
        select r.member_id, count(*) as orders from receipts r where r.kind = 'receipt' group by r.member_id
      ) o on o.member_id = c.member_id
      group by 1, 2, 3, 4, 5, 6`.execute(tx);
    await sql`delete from figure_campaign_money`.execute(tx);
    await sql`
      insert into figure_campaign_money (week, host, network, campaign, lander, slug, currency, cents)
      select week, host, network, campaign, lander, slug, r.details ->> 'currency',
        sum(case when r.kind = 'receipt' then 1 else -1 end * (r.details ->> 'totalCents')::bigint)
      from cohort c join receipts r on r.member_id = c.member_id
      group by 1, 2, 3, 4, 5, 6, 7`.execute(tx);
  });
}
