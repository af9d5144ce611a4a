import type { RefusalReason } from '#contract/photos/refusal-reasons.ts';
import type { Ground } from '#contract/rules/measure-rules.ts';

/** The rule that a refused photo or voice introduction breaks, for its statement of reasons. */
export const refusalGrounds: Record<RefusalReason, Ground> = {
  not_a_person: 'house_rules',
  more_people: 'privacy',
  contact_details: 'privacy',
  explicit: 'house_rules',
  minor: 'underage',
  quality: 'house_rules',
  not_own: 'fake_profile',
  other: 'house_rules',
};
