import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { SignUpProof } from '#contract/membership/proof-of-work.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { proofKeys, SIGN_UP } from './proof-rules.ts';

/**
 * Throws `proof_required` without a proof, and `proof_invalid` if it is forged, wrong, made for another site or purpose, or
 * easier than the site now requires. `takeProof` checks that it has not expired or been used.
 */
export async function assertProof(
  { config }: Pick<App, 'config'>,
  proof: SignUpProof | undefined,
  { site, tries }: { site: string; tries: number },
): Promise<void> {
  if (!proof) throw refuse('proof_required');
  const { challenge, solution } = proof;
  const { data } = challenge.parameters;
  const { verified } = await verifySolution({
    challenge,
    solution: { ...solution, time: 0 },
    deriveKey,
    ...proofKeys(config),
  });
  if (!verified || data.purpose !== SIGN_UP || data.site !== site || data.tries < tries)
    throw refuse('proof_invalid');
}
