import { type RawBuilder, sql } from 'kysely';
import type { ComplaintCategory } from '#contract/lists/complaints.ts';
import type { Tx } from '../platform/database/index.ts';

/** Authorities may ask for the evidence of these after the account is gone. */
const CRIMES: readonly ComplaintCategory[] = ['underage', 'illegal_content'];

/**
 * Condition over complaints: somebody may be under age or have broken the law, and nobody has decided otherwise. The
 * evidence stays until the job that forgets it, also without the accounts (docs/product.md 12.16).
 */
export const isOfCrime = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('category')} = any(${CRIMES}::text[]) and ${column('outcome')} is distinct from 'no_violation')`;
};

/** Empties the complaints by and about a member who is purged. */
export async function forgetComplaints(tx: Tx, member: number): Promise<void> {
  await sql`
    update complaints c set reporter_email = null, reporter_name = null,
      content_url = case when ${isOfCrime('c')} then content_url end,
      body = case when ${isOfCrime('c')} then body else '' end,
      note = case when ${isOfCrime('c')} then note end,
      evidence = case when ${isOfCrime('c')} then evidence else evidence - 'message' end
    where reporter_id = ${member}`.execute(tx);
  await sql`
    update complaints c set evidence = '{}', evidence_folders = '{}', evidence_cleared_at = app_now(), body = '', note = null,
      content_url = null
    where profile_id = ${member} and not ${isOfCrime('c')}`.execute(tx);
}
