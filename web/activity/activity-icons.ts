import type { ActivityKind } from '#contract/activity/activity-kinds.ts';
import {
  IconAlert,
  IconCircleCheck,
  IconCoins,
  IconHeart,
  IconHeartHandshake,
  IconMail,
  IconMessage,
  IconPhoto,
  IconReceipt,
  IconSearch,
  IconShield,
  IconVerified,
} from '#web/ui/icons.ts';

export const activityIcons: Record<ActivityKind, typeof IconHeart> = {
  like: IconHeart,
  match: IconHeartHandshake,
  request: IconMail,
  credits_returned: IconCoins,
  saved_search: IconSearch,
  refund: IconReceipt,
  photo_approved: IconPhoto,
  photo_refused: IconPhoto,
  verified: IconVerified,
  not_verified: IconVerified,
  age_checked: IconShield,
  age_not_checked: IconShield,
  measure: IconAlert,
  measure_ended: IconCircleCheck,
  support_answer: IconMessage,
  appeal_decided: IconShield,
};
