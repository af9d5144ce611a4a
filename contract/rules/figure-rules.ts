/** The claims that a landing page may make, with what the product's copy says of each. */
export const claimIds = ['chat_within_3_days', 'female_members', 'premium_chance'] as const;
export type ClaimId = (typeof claimIds)[number];
export const toldPercentages: Record<ClaimId, number> = { chat_within_3_days: 98, female_members: 60, premium_chance: 46 };

/** Fewer than these say nothing: a claim about them is not published. */
export const LEAST_SAMPLE = 100;
/** A measurement older than this is not published, and one that was published and is older is taken down. */
export const CLAIM_DAYS = 31;

/** What becomes of visitors, in the order in which it happens. */
export const funnelSteps = ['visits', 'signups', 'activated', 'wrote', 'bought'] as const;

export const figureParts = ['days', 'sources', 'revenue', 'answers', 'cohorts', 'claims'] as const;
export type FigurePart = (typeof figureParts)[number];
