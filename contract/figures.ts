import { Type, type Static } from 'typebox';
import { claimIds } from './rules/figure-rules.ts';
import { count, day, instant, list, money, nullable, object, oneOf, optional, text } from './schema.ts';

const funnel = { visits: count, signups: count, activated: count, wrote: count, bought: count };
const funnelOf = object(funnel);

/** A stretch of days, both ends within it, and a site by the host of its row. */
export const figuresQuery = { from: optional(day), to: optional(day), site: optional(text(253)) };

const revenue = { orders: count, gross: money, vat: money, refunds: count, refunded: money, refunded_vat: money };

const claim = object({
  site: Type.String(),
  id: oneOf(claimIds),
  /** What the copy says. */
  told: count,
  /** What is true; null where nothing could be measured. Below zero: it is the other way round. */
  percentage: nullable(Type.Integer()),
  sample: count,
  measured_on: day,
  parts: Type.Record(Type.String(), count),
  publishable: Type.Boolean(),
  published: nullable(object({ percentage: count, sample: count, measured_on: Type.String() })),
});

/** The figures of some days, beside those of as many days before. */
export const figures = object({
  from: day,
  to: day,
  before_from: day,
  before_to: day,
  /** When the last of these days was counted; null while none has been. */
  counted_at: nullable(instant),
  sites: list(Type.String()),
  total: funnelOf,
  before: funnelOf,
  days: list(object({ day, ...funnel })),
  sources: list(object({ network: Type.String(), lander: Type.String(), slug: Type.String(), bounces: count, ...funnel, revenue: list(money) })),
  /** Sources that are not listed. */
  more_sources: count,
  revenue: list(object({ country: Type.String(), currency: Type.String(), ...revenue })),
  revenue_totals: list(object({ currency: Type.String(), ...revenue, before: money })),
  revenue_days: list(object({ day, gross: money, refunded: money })),
  answers: list(object({ kind: oneOf(['member', 'fictional']), answers: count, median_seconds: nullable(count), before_seconds: nullable(count) })),
  cohorts: list(object({ week: day, signups: count, stayed: list(count) })),
  claims: list(claim),
});
export type Figures = Static<typeof figures>;
