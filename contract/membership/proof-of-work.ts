import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { object, text } from '../schema.ts';

const hex = Type.String({ pattern: '^([0-9a-f]{2}){1,64}$' });
const counter = Type.Integer({ minimum: 0, maximum: 0xff_ff_ff_ff });

/** A task that a browser solves before a sign-up. `signature` covers all parameters. */
const signUpChallenge = object({
  parameters: object({
    algorithm: text(40, 1),
    nonce: hex,
    salt: hex,
    /** Rounds of one attempt. */
    cost: counter,
    keyLength: counter,
    keyPrefix: hex,
    keySignature: hex,
    /** In seconds since 1970. */
    expiresAt: counter,
    data: object({ purpose: text(40, 1), site: text(253, 1), tries: counter }),
  }),
  signature: hex,
});

export type SignUpChallenge = Static<typeof signUpChallenge>;

export const signUpProof = object({
  challenge: signUpChallenge,
  solution: object({ counter, derivedKey: hex }),
});

export type SignUpProof = Static<typeof signUpProof>;

export const proofOfWorkCalls = {
  signupChallenge: {
    method: 'POST',
    path: '/api/signup-challenge.php',
    access: 'public',
    summary:
      'A task for the browser, whose solution a sign-up that got proof_required needs; valid for ten minutes, once',
    limits: [{ name: 'signup-challenge', points: 60, seconds: 3600, by: 'address' }],
    status: 201,
    reply: signUpChallenge,
  },
} as const satisfies Record<string, Call>;
