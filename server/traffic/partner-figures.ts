import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { one, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { siteClocks, siteOfHost } from '../site-settings/index.ts';
import { partnerTokenHash } from './partner-token.ts';

type Figures = CallReply<'partner'>;

const DAYS = 60;

interface DayRow {
  day: string;
  opened: number;
  signups: number;
  activations: number;
  first_purchases: number;
  payout_cents: number;
}

/**
 * The partner's own conversions of the last 60 days, newest first. The figures identify no member. Throws
 * `not_found` for an unknown token or a closed network.
 */
export async function partnerFigures(db: Db, token: string): Promise<Figures> {
  const network = await db
    .selectFrom('networks')
    .where('token_hash', '=', partnerTokenHash(token))
    .where('active', '=', true)
    .select(['key', 'name', 'currency'])
    .executeTakeFirst();
  if (!network) throw refuse('not_found');
  const [days, postbacks] = await Promise.all([daysOf(db, network.key), postbacksOf(db, network.key)]);
  const sum = (field: Exclude<keyof DayRow, 'day'>) => days.reduce((total, row) => total + row[field], 0);
  const present = ({ payout_cents, ...row }: DayRow) => ({ ...row, payout: (payout_cents / 100).toFixed(2) });
  const total = {
    day: '',
    opened: sum('opened'),
    signups: sum('signups'),
    activations: sum('activations'),
    first_purchases: sum('first_purchases'),
    payout_cents: sum('payout_cents'),
  };
  return { ...network, days: days.map(present), total: present(total), postbacks };
}

async function daysOf(db: Db, key: string): Promise<DayRow[]> {
  const clocks = await siteClocks(db);
  const first = sql`${clocks.today()}::date - ${DAYS}::int`;
  const { rows } = await sql<DayRow>`
    with visits as (
      select day, sum(opened)::int as opened from page_visits
      where network = ${key} and day > ${first}
      group by day
    ), booked as (
      select ${clocks.dayOf(sql`occurred_at`, siteOfHost(sql`host`))} as day,
        count(*) filter (where event = 'signup')::int as signups,
        count(*) filter (where event = 'activation')::int as activations,
        count(*) filter (where event = 'first_purchase')::int as first_purchases,
        sum(payout_cents)::int as payout_cents
      from conversions
      where network = ${key} and occurred_at > app_now() - ${DAYS + 2} * interval '1 day'
      group by 1
    )
    select coalesce(visits.day, booked.day)::text as day, coalesce(opened, 0) as opened,
      coalesce(signups, 0) as signups, coalesce(activations, 0) as activations,
      coalesce(first_purchases, 0) as first_purchases, coalesce(payout_cents, 0) as payout_cents
    from visits full join booked on booked.day = visits.day
    where coalesce(visits.day, booked.day) > ${first}
    order by 1 desc`.execute(db);
  return rows;
}

async function postbacksOf(db: Db, key: string): Promise<Figures['postbacks']> {
  return one(
    sql<Figures['postbacks']>`
      select count(*) filter (where postback_state = 'waiting')::int as waiting,
        count(*) filter (where postback_state = 'sent')::int as sent,
        count(*) filter (where postback_state = 'given_up')::int as given_up
      from conversions where network = ${key}`.execute(db),
  );
}
