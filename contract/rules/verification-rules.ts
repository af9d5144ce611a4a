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

/** Who must be verified before writing to somebody new (docs/product.md 12.21). */
export const verificationRules = ['off', 'before_first_message', 'when_suspicious'] as const;
export type VerificationRule = (typeof verificationRules)[number];

/** Why a member must be verified first: the site asks everybody, an operator asked, or something looks unusual. */
export const verificationNeeds = ['everybody', 'asked', 'unusual'] as const;
export type VerificationNeed = (typeof verificationNeeds)[number];

/** What looks unusual about a member, for operators (`verification_signals` in db/functions). */
export const verificationSignals = [
  'disposable_mail',
  'same_person',
  'shared_browser',
  'refused_picture',
  'flagged_words',
  'reported',
  'copied_messages',
] as const;
