import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { Money } from '#contract/schema.ts';
import type { Network } from '#contract/traffic.ts';
import type { Db } from '../platform/database/index.ts';
import type { ConversionEvent } from './queue-conversion.ts';

const DAYS = 60;

type StoredPayouts = Partial<Record<ConversionEvent, number>>;

interface Row extends Omit<Network, 'payouts' | 'created_at' | 'booked' | 'postbacks'> {
  payouts: StoredPayouts;
  created_at: Date;
  booked: { currency: string; cents: number }[];
  waiting: number;
  sent: number;
  given_up: number;
}

export const listNetworks = (db: Db) =>
  db
    .selectFrom('networks')
    .select(['key', 'name', 'postback_url', 'payouts', 'currency', 'active'])
    .orderBy('key')
    .execute();

/** All networks with their conversions of the last 60 days, open ones first. */
export async function networksOf(db: Db): Promise<Network[]> {
  const { rows } = await sql<Row>`
    with booked as (
      select network, event, postback_state, currency, payout_cents from conversions
      where network in (select key from networks) and occurred_at > app_now() - ${DAYS} * interval '1 day'
    ), counted as (
      select network,
        count(*) filter (where event = 'signup')::int as signups,
        count(*) filter (where event = 'activation')::int as activations,
        count(*) filter (where event = 'first_purchase')::int as first_purchases,
        count(*) filter (where postback_state = 'waiting')::int as waiting,
        count(*) filter (where postback_state = 'sent')::int as sent,
        count(*) filter (where postback_state = 'given_up')::int as given_up
      from booked group by network
    ), sums as (
      select network, jsonb_agg(jsonb_build_object('currency', currency, 'cents', cents) order by currency) as booked
      from (
        select network, currency, sum(payout_cents)::int as cents from booked
        where currency is not null group by network, currency having sum(payout_cents) > 0
      ) each group by network
    )
    select n.key, n.name, n.postback_url, n.payouts, n.currency, n.active, n.created_at,
      coalesce(signups, 0) as signups, coalesce(activations, 0) as activations,
      coalesce(first_purchases, 0) as first_purchases, coalesce(waiting, 0) as waiting,
      coalesce(sent, 0) as sent, coalesce(given_up, 0) as given_up, coalesce(booked, '[]') as booked
    from networks n left join counted c on c.network = n.key left join sums s on s.network = n.key
    order by n.active desc, n.name, n.key limit 500`.execute(db);
  return rows.map(({ payouts, created_at, booked, waiting, sent, given_up, ...row }) => ({
    ...row,
    payouts: presentPayouts(payouts),
    created_at: created_at.toISOString(),
    booked: booked.map(({ cents, currency }): Money => money(cents, currency)),
    postbacks: { waiting, sent, given_up },
  }));
}

function presentPayouts(payouts: StoredPayouts): Network['payouts'] {
  const amountOf = (event: ConversionEvent) => {
    const cents = payouts[event];
    return cents === undefined ? null : (cents / 100).toFixed(2);
  };
  return {
    signup: amountOf('signup'),
    activation: amountOf('activation'),
    first_purchase: amountOf('first_purchase'),
  } satisfies Record<ConversionEvent, string | null>;
}
