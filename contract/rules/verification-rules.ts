/** Poses of which one is chosen at random: easy for everybody, and hard to find in an old photo. */
export const poses = ['open_hand', 'thumb_up', 'two_fingers', 'hand_on_head', 'finger_on_nose', 'hand_on_chin'] as const;
export type Pose = (typeof poses)[number];

/** Why a moderator does not verify a selfie. */
export const verificationReasons = ['wrong_pose', 'not_same_person', 'unclear', 'other'] as const;
export type RefusalOfSelfie = (typeof verificationReasons)[number];
/** What a member may read: `expired` when nobody looked at the selfie in time. */
export const verificationOutcomes = [...verificationReasons, 'expired'] as const;
export type VerificationReason = (typeof verificationOutcomes)[number];

/** A selfie that nobody decides about is deleted after this many days. */
export const SELFIE_DAYS = 14;
