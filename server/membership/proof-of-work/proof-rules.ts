import type { App } from '../../platform/app.ts';
import { deriveKey } from '../../platform/secrets.ts';

/** The only purpose today. It is signed with the challenge, so that another use of proofs cannot share them. */
export const SIGN_UP = 'sign-up';

export const PROOF_MINUTES = 10;

/** Rounds of PBKDF2 of one attempt: about a millisecond and a half on a phone of 2020. The setting is the number of attempts. */
export const ROUNDS = 5000;

/** Keys for the challenge and for the solved key. They follow from SECRET, so that all processes share them. */
export const proofKeys = ({ secret }: App['config']) => ({
  hmacSignatureSecret: deriveKey(secret, 'challenges of sign-ups').toString('base64url'),
  hmacKeySignatureSecret: deriveKey(secret, 'solved keys of sign-ups').toString('base64url'),
});
