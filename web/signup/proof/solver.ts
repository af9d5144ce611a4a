import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { SignUpChallenge } from '#contract/membership/proof-of-work.ts';

/** The part of a task for one worker: every `step`th attempt from `start`. */
export interface Share {
  challenge: SignUpChallenge;
  start: number;
  step: number;
}

const TIMEOUT_MS = 60_000;

// A worker, so that the page stays responsive while it works. `solve-proof.ts` starts it.
self.onmessage = async ({ data: { challenge, start, step } }: MessageEvent<Share>) => {
  const solution = await solveChallenge({
    ...{ challenge, deriveKey, timeout: TIMEOUT_MS },
    ...{ counterStart: start, counterStep: step },
  });
  self.postMessage(solution && { counter: solution.counter, derivedKey: solution.derivedKey });
};
