import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { campaignGroupings, claimIds, figureParts } from '../rules/figure-rules.ts';
import { count, day, instant, list, money, nullable, object, ok, oneOf, optional, text } from '../schema.ts';

const funnel = { visits: count, signups: count, activated: count, wrote: count, bought: count };

const funnelOf = object(funnel);

export const figuresQuery = { from: optional(day), to: optional(day), site: optional(text(253)) };

const revenue = {
  orders: count,
  gross: money,
  vat: money,
  refunds: count,
  refunded: money,
  refunded_vat: money,
};

const claim = object({
  site: Type.String(),
  id: oneOf(claimIds),
  /** The percentage that the landing pages state. */
  told: count,
  /** The measured percentage; null if there was no data. Negative if the opposite of the claim holds. */
  percentage: nullable(Type.Integer()),
  sample: count,
  measured_on: day,
  parts: Type.Record(Type.String(), count),
  publishable: Type.Boolean(),
  published: nullable(object({ percentage: count, sample: count, measured_on: Type.String() })),
});

/** Members who signed up in these weeks, and how far they came since. Of the names, those of the grouping are set. */
const campaignRow = object({
  network: nullable(Type.String()),
  campaign: nullable(Type.String()),
  lander: nullable(Type.String()),
  slug: nullable(Type.String()),
  week: nullable(day),
  /** Null if unknown: visits are counted without a campaign. */
  visits: nullable(count),
  signups: count,
  activated: count,
  wrote: count,
  bought: count,
  bought_again: count,
  revenue: list(money),
});

export type CampaignRow = Static<typeof campaignRow>;

export const figures = object({
  from: day,
  to: day,
  before_from: day,
  before_to: day,
  /** Time of the last count for these days; null if none has been counted. */
  counted_at: nullable(instant),
  sites: list(Type.String()),
  total: funnelOf,
  before: funnelOf,
  days: list(object({ day, ...funnel })),
  sources: list(
    object({
      network: Type.String(),
      lander: Type.String(),
      slug: Type.String(),
      bounces: count,
      ...funnel,
      revenue: list(money),
    }),
  ),
  more_sources: count,
  revenue: list(object({ country: Type.String(), currency: Type.String(), ...revenue })),
  revenue_totals: list(object({ currency: Type.String(), ...revenue, before: money })),
  revenue_days: list(object({ day, gross: money, refunded: money })),
  answers: list(
    object({
      kind: oneOf(['member', 'fictional']),
      answers: count,
      median_seconds: nullable(count),
      before_seconds: nullable(count),
    }),
  ),
  cohorts: list(object({ week: day, signups: count, stayed: list(count) })),
  claims: list(claim),
});

export type Figures = Static<typeof figures>;

export const measuredCalls = {
  adminFigures: {
    method: 'GET',
    path: '/api/admin/figures',
    scope: [{ of: 'site', at: 'query.site', absent: 'anything' }],
    access: 'operator',
    reads: true,
    summary: 'The funnel from visit to purchase, cohorts, revenue, answer times and measured claims',
    roles: ['finance'],
    audit: { act: 'figures.look' },
    query: Type.Object(figuresQuery),
    status: 200,
    reply: figures,
  },
  adminCampaigns: {
    method: 'GET',
    path: '/api/admin/campaigns',
    scope: [{ of: 'site', at: 'query.site', absent: 'anything' }],
    access: 'operator',
    reads: true,
    summary:
      'From the advertisement to the second purchase, with the revenue, by source, campaign or week of signup',
    roles: ['finance'],
    audit: { act: 'campaigns.look' },
    query: Type.Object({
      ...figuresQuery,
      by: oneOf(campaignGroupings),
      network: optional(text(100)),
      campaign: optional(text(100)),
      search: optional(text(100)),
    }),
    status: 200,
    reply: object({
      from: day,
      to: day,
      by: oneOf(campaignGroupings),
      counted_at: nullable(instant),
      sites: list(Type.String()),
      rows: list(campaignRow),
      more: count,
    }),
  },
  adminFiguresFile: {
    method: 'GET',
    path: '/api/admin/figures-file',
    scope: [{ of: 'site', at: 'query.site', absent: 'anything' }],
    access: 'operator',
    reads: true,
    stepUp: true,
    summary: 'One part of the figures as CSV',
    roles: ['finance'],
    audit: {
      act: 'figures.file',
      object: 'query.part',
      isExport: true,
      details: ['query.site', 'query.from', 'query.to'],
    },
    query: Type.Object({ ...figuresQuery, part: oneOf(figureParts) }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  publishClaim: {
    method: 'POST',
    path: '/api/admin/claim',
    scope: [{ of: 'site', at: 'body.site' }],
    access: 'operator',
    summary: 'Publish the measurement of a claim with its date and sample size, or withdraw it',
    roles: [],
    audit: { act: 'claim.publish', object: 'body.id' },
    body: object({ site: text(253, 1), id: oneOf(claimIds), publish: Type.Boolean() }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
