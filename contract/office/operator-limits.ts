/**
 * What operators may grant and refund without a second person, on top of the site's own limits: credits by one change
 * and in 24 hours, and cents by payment and in 24 hours, each in the payment's currency.
 */
export const operatorLimits = ['credits', 'credits_day', 'refund_cents', 'refund_day_cents'] as const;

export type OperatorLimit = (typeof operatorLimits)[number];

/** Null is no limit. */
export type OperatorLimits = Record<OperatorLimit, number | null>;

export const NO_LIMITS: OperatorLimits = {
  credits: null,
  credits_day: null,
  refund_cents: null,
  refund_day_cents: null,
};

/** Of somebody who does not work here yet. */
export const NOTHING_ALLOWED: OperatorLimits = {
  credits: 0,
  credits_day: 0,
  refund_cents: 0,
  refund_day_cents: 0,
};

/**
 * Returns whether a change from `before` to `after` raises a limit above `own`, the limits of the operator who makes it.
 * So nobody raises their own, nor has a colleague who may do more.
 */
export const raisesBeyond = (own: OperatorLimits, before: OperatorLimits, after: OperatorLimits): boolean =>
  operatorLimits.some((name) => isAbove(after[name], before[name]) && isAbove(after[name], own[name]));

const isAbove = (one: number | null, other: number | null): boolean =>
  other !== null && (one === null || one > other);

export const isLimited = (limits: OperatorLimits): boolean =>
  operatorLimits.some((name) => limits[name] !== null);
