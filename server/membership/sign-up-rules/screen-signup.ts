import type { SignUpProof } from '#contract/membership/proof-of-work.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { assertProof } from '../proof-of-work/assert-proof.ts';
import { takeProof } from '../proof-of-work/take-proof.ts';
import { countHits } from './count-hits.ts';
import { holdByRules } from './hold-by-rules.ts';
import { matchingRules } from './matching-rules.ts';

interface Screened {
  site: string;
  email: string;
  ip: string;
  /** The address is near its limit of sign-ups. */
  isNearLimit: boolean;
  proof: SignUpProof | undefined;
  settings: Pick<SiteSettings, 'sign_up_proof_of_work' | 'sign_up_proof_tries'>;
}

/**
 * Applies the rules for sign-ups: throws `proof_required` or `proof_invalid` if a proof of work is needed and missing or wrong,
 * because of a rule, the setting, or an address near its limit. The result uses up the proof and holds the new account, in the
 * transaction that opens it.
 */
export async function screenSignup(
  app: App,
  { site, email, ip, isNearLimit, proof, settings }: Screened,
): Promise<(tx: Tx, member: number) => Promise<void>> {
  const rules = await matchingRules(app, { site, email, ip });
  const holding = rules.filter(({ effect }) => effect === 'hold');
  const { sign_up_proof_of_work: mode, sign_up_proof_tries: tries } = settings;
  const asking = mode === 'off' ? [] : rules.filter(({ effect }) => effect === 'proof_of_work');
  const needsProof = mode === 'always' || asking.length > 0 || (isNearLimit && mode !== 'off');
  if (needsProof)
    await assertProof(app, proof, { site, tries }).catch(async (error: unknown) => {
      // Browsers sign up without a proof first, so each of them is counted once.
      if (error instanceof Refusal && error.code === 'proof_required')
        await countHits(app.db, asking, 'hits');
      throw error;
    });
  return async (tx, member) => {
    if (needsProof && proof) await takeProof(tx, proof);
    await countHits(tx, asking, 'solved');
    await holdByRules(app, tx, member, holding);
  };
}
