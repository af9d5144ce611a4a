/**
 * Poses for the selfie, one of which is chosen at random. They are easy to strike and unlikely in an existing
 * photo.
 */
export const poses = [
  'open_hand',
  'thumb_up',
  'two_fingers',
  'hand_on_head',
  'finger_on_nose',
  'hand_on_chin',
] as const;
export type Pose = (typeof poses)[number];

export const verificationReasons = ['wrong_pose', 'not_same_person', 'unclear', 'minor', 'other'] as const;
export type RefusalOfSelfie = (typeof verificationReasons)[number];
/** Outcomes that the member sees. `expired`: no moderator decided in time. */
export const verificationOutcomes = [...verificationReasons, 'expired'] as const;
export type VerificationReason = (typeof verificationOutcomes)[number];

export const SELFIE_DAYS = 14;
