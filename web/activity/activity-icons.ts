import type { ActivityKind } from '#contract/activity/activity-kinds.ts';
import {
  IconAlert,
  IconCircleCheck,
  IconCoins,
  IconHeart,
  IconHeartHandshake,
  IconMail,
  IconPhoto,
  IconReceipt,
  IconShield,
  IconVerified,
} from '#web/ui/icons.ts';

export const activityIcons: Record<ActivityKind, typeof IconHeart> = {
  like: IconHeart,
  match: IconHeartHandshake,
  request: IconMail,
  credits_returned: IconCoins,
  refund: IconReceipt,
  photo_approved: IconPhoto,
  photo_refused: IconPhoto,
  verified: IconVerified,
  not_verified: IconVerified,
  measure: IconAlert,
  measure_ended: IconCircleCheck,
  appeal_decided: IconShield,
};
