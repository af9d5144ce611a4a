import { Type, type Static } from 'typebox';
import { profileCard } from './profiles.ts';
import { count, id, instant, list, nullable, object, oneOf } from './schema.ts';
import { poses, verificationOutcomes } from './rules/verification-rules.ts';

/** How far a member's verification is: `asked` waits for the selfie, `waiting` for a moderator. */
export const verification = object({
  state: oneOf(['none', 'asked', 'waiting', 'verified', 'refused']),
  pose: nullable(oneOf(poses)),
  reason: nullable(oneOf(verificationOutcomes)),
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
