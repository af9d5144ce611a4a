import { Type, type Static } from 'typebox';
import { profileCard } from './profiles.ts';
import { count, id, instant, list, nullable, object, oneOf } from './schema.ts';

/** Poses of which one is chosen at random: easy for everybody, and hard to find in an old photo. */
export const poses = ['open_hand', 'thumb_up', 'two_fingers', 'hand_on_head', 'finger_on_nose', 'hand_on_chin'] as const;
export type Pose = (typeof poses)[number];

/** Why a selfie does not verify. */
export const verificationReasons = ['wrong_pose', 'not_same_person', 'unclear', 'other'] as const;
export type VerificationReason = (typeof verificationReasons)[number];

/** How far a member's verification is: `asked` waits for the selfie, `waiting` for a moderator. */
export const verification = object({
  state: oneOf(['none', 'asked', 'waiting', 'verified', 'refused']),
  pose: nullable(oneOf(poses)),
  reason: nullable(oneOf(verificationReasons)),
});
export type Verification = Static<typeof verification>;

/** A selfie that waits, with the photos it is compared with. */
export const waitingVerification = object({
  id,
  member: profileCard,
  pose: oneOf(poses),
  selfie: Type.String({ description: 'Address of the selfie, for moderators only' }),
  photos: list(Type.String()),
  sent_at: instant,
});

export const waitingVerifications = object({ verifications: list(waitingVerification), waiting: count, next: nullable(Type.String()) });
