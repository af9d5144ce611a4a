import { sql } from 'kysely';
import type { SignUpProof } from '#contract/membership/proof-of-work.ts';
import type { Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/** Uses up a proof in the transaction of the sign-up. Throws `proof_invalid` if it was used before or has expired. */
export async function takeProof(tx: Tx, { challenge }: SignUpProof): Promise<void> {
  const { nonce, expiresAt } = challenge.parameters;
  const { numAffectedRows } = await sql`
    insert into used_proofs (nonce, expires_at) select ${nonce}, to_timestamp(${expiresAt})
    where to_timestamp(${expiresAt}) > app_now() on conflict (nonce) do nothing`.execute(tx);
  if (numAffectedRows === 0n) throw refuse('proof_invalid');
}
