export const claimIds = ['chat_within_3_days', 'female_members', 'premium_chance'] as const;
export type ClaimId = (typeof claimIds)[number];
export const toldPercentages: Record<ClaimId, number> = {
  chat_within_3_days: 98,
  female_members: 60,
  premium_chance: 46,
};

export const LEAST_SAMPLE = 100;
/** Maximum age of a published measurement. Claims with an older one are withdrawn. */
export const CLAIM_DAYS = 31;

export const funnelSteps = ['visits', 'signups', 'activated', 'wrote', 'bought'] as const;

/** What a row of the campaigns is about. */
export const campaignGroupings = ['network', 'campaign', 'landing', 'week'] as const;
export type CampaignGrouping = (typeof campaignGroupings)[number];

export const figureParts = ['days', 'sources', 'revenue', 'answers', 'cohorts', 'claims'] as const;
export type FigurePart = (typeof figureParts)[number];

/** The figures of the current day, in the order of the screen. */
export const todayFigures = [
  'visits',
  'signups',
  'activated',
  'active',
  'messages',
  'orders',
  'revenue',
  'refunds',
] as const;
export type TodayFigure = (typeof todayFigures)[number];

/** These count money, in cents and by currency. */
export const moneyFigures: readonly TodayFigure[] = ['revenue', 'refunds'];
