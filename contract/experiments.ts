import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { currencies } from './lists/currencies.ts';
import { landingDesignNames } from './lists/landing-designs.ts';
import { locales } from './lists/locales.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, text, uuid } from './schema.ts';

const editor = { access: 'operator', roles: ['editor'] } as const;

export const experimentKinds = ['landing', 'price_page', 'text'] as const;
export type ExperimentKind = (typeof experimentKinds)[number];

export const experimentStates = ['draft', 'running', 'stopped', 'decided'] as const;
export type ExperimentState = (typeof experimentStates)[number];

/** What a version is judged by: the share of the people who saw it, or what each of them paid on average. */
export const experimentMetrics = ['signup', 'confirmed', 'first_purchase', 'revenue'] as const;
export type ExperimentMetric = (typeof experimentMetrics)[number];

/** Guardrails that are compared with the first version, in percentage points. */
export const comparedGuardrails = ['complaints', 'refunds', 'deletions', 'unsubscribes'] as const;
export type ComparedGuardrail = (typeof comparedGuardrails)[number];

/** Why an experiment stopped without an operator. */
export const stopReasons = [...comparedGuardrails, 'page_errors', 'sample_ratio'] as const;
export type StopReason = (typeof stopReasons)[number];

export const LEAST_VARIANTS = 2;
export const MOST_VARIANTS = 4;

const host = Type.String({ maxLength: 253, pattern: '^(\\*|[a-z0-9.-]+)$' });

/** Words in each language of the site. A language without them keeps the usual ones. */
const words = object(
  Object.fromEntries(locales.map((locale) => [locale, optional(text(400, 1))])) as Record<
    (typeof locales)[number],
    ReturnType<typeof optional<ReturnType<typeof text>>>
  >,
);

/**
 * What a version changes. There is no field for an amount or a number of credits: what something costs is the
 * same for everybody (docs/product.md 16.23).
 */
export const versionChange = object({
  /** Of a landing page: the slug whose words, picture and offer are shown. */
  slug: optional(Type.String({ pattern: '^([a-z]{2,12}-)?[0-9]{1,4}$' })),
  design: optional(oneOf(landingDesignNames)),
  /** Of the price page. */
  order: optional(oneOf(['most_first', 'fewest_first'])),
  recommended: optional(id),
  /** Of the price page's introduction, or of the text. */
  words: optional(words),
});
export type VersionChange = Static<typeof versionChange>;

const variant = object({
  name: text(60, 1),
  weight: Type.Integer({ minimum: 1, maximum: 100 }),
  change: versionChange,
});
export type ExperimentVariant = Static<typeof variant>;

const points = nullable(Type.Number({ minimum: 0.1, maximum: 50 }));
const guardrails = object({
  complaints: points,
  refunds: points,
  deletions: points,
  unsubscribes: points,
  /** New kinds of errors on the pages of members since the start. */
  page_errors: nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
});
export type Guardrails = Static<typeof guardrails>;

const draft = {
  key: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{1,49}$' }),
  kind: oneOf(experimentKinds),
  /**
   * What is compared: the path of a landing page after `/landers/`, or a text as `namespace:key`. Empty for the
   * price page.
   */
  subject: Type.String({ maxLength: 120, pattern: '^[\\w:./-]*$' }),
  hypothesis: text(500, 1),
  variants: Type.Array(variant, { minItems: LEAST_VARIANTS, maxItems: MOST_VARIANTS }),
  metric: oneOf(experimentMetrics),
  currency: oneOf(currencies),
  guardrails,
  coverage_percent: Type.Integer({ minimum: 1, maximum: 100 }),
};

const summary = {
  id: uuid,
  ...draft,
  state: oneOf(experimentStates),
  started_at: nullable(instant),
  stopped_at: nullable(instant),
  stop_reason: nullable(oneOf(stopReasons)),
  winner: nullable(count),
  /** When it was changed, as the operator saw it. */
  seen: instant,
};

const interval = object({ estimate: Type.Number(), low: Type.Number(), high: Type.Number() });
export type Interval = Static<typeof interval>;

const variantResult = object({
  units: count,
  reached: count,
  /** Share in percent, or the average in whole units of the currency. Null without anybody. */
  value: nullable(Type.Number()),
  /** Difference from the first version, valid at every look. Null for the first version, or if too few people took part. */
  difference: nullable(interval),
  complaints: count,
  refunds: count,
  deletions: count,
  unsubscribes: count,
});
export type VariantResult = Static<typeof variantResult>;

const results = object({
  counted_at: instant,
  variants: list(variantResult),
  page_errors: count,
  /** Probability of a split this uneven, if the versions were handed out as planned. Null without anybody. */
  sample_ratio_p: nullable(Type.Number()),
});

export const experiment = object({ ...summary, results: nullable(results) });
export type Experiment = Static<typeof experiment>;
export type ExperimentResults = Static<typeof results>;

export const experimentsCalls = {
  adminExperiments: {
    method: 'GET',
    path: '/api/admin/experiments',
    scope: [{ of: 'site', at: 'query.site' }],
    ...editor,
    reads: true,
    summary: 'Experiments of a site, newest first',
    audit: { act: 'experiment.list', object: 'query.site' },
    query: Type.Object({ site: host, cursor: optional(Type.String({ maxLength: 200 })) }),
    status: 200,
    reply: object({ experiments: list(object(summary)), next: nullable(Type.String()) }),
  },
  adminExperiment: {
    method: 'GET',
    path: '/api/admin/experiment',
    scope: [{ of: 'site', at: 'query.site' }],
    ...editor,
    reads: true,
    summary: 'An experiment with its results',
    audit: { act: 'experiment.look', object: 'query.id' },
    query: Type.Object({ site: host, id: uuid }),
    status: 200,
    reply: experiment,
  },
  saveExperiment: {
    method: 'PUT',
    path: '/api/admin/experiments',
    scope: [{ of: 'site', at: 'body.site' }],
    ...editor,
    summary: 'Create an experiment, or change one that has not started',
    audit: { act: 'experiment.save', object: 'body.id' },
    body: object({ site: host, id: uuid, ...draft, seen: nullable(instant) }),
    status: 200,
    reply: object({ seen: instant }),
  },
  moveExperiment: {
    method: 'POST',
    path: '/api/admin/experiment-state',
    scope: [{ of: 'site', at: 'body.site' }],
    ...editor,
    summary: 'Start or stop an experiment, or show the winning version to everybody',
    audit: { act: 'experiment.move', object: 'body.id' },
    body: object({
      site: host,
      id: uuid,
      to: oneOf(['running', 'stopped', 'decided']),
      /** Position of the winning version; only with `decided`. */
      winner: optional(Type.Integer({ minimum: 0, maximum: MOST_VARIANTS - 1 })),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
