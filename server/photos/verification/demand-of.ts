import { sql } from 'kysely';
import type { DemandOnFile, VerificationDemand } from '#contract/photos/verification.ts';
import type { VerificationNeed, VerificationRule } from '#contract/rules/verification-rules.ts';
import { one, type Db } from '../../platform/database/index.ts';

/** Why a member must be verified before writing to somebody new; null if nothing asks for it. */
export async function demandOf(
  db: Db,
  member: number,
  rule: VerificationRule,
): Promise<VerificationDemand | null> {
  const { why, words } = await one(
    sql<{ why: VerificationNeed | null; words: string | null }>`
    select needs_verification(${member}::bigint, ${rule}::text) as why,
      (select words from verification_demands where member_id = ${member}) as words`.execute(db),
  );
  return why && { why, ...(words && { words }) };
}

/** For the office: the demand, whoever asked, and what looks unusual about the member. */
export async function demandOnFile(db: Db, member: number, rule: VerificationRule): Promise<DemandOnFile> {
  const { asked_at, ...found } = await one(
    sql<Omit<DemandOnFile, 'asked_at'> & { asked_at: Date | null }>`
    select needs_verification(${member}::bigint, ${rule}::text) as why, verification_signals(${member}::bigint) as signals,
      d.kind is not null as stored, nullif(d.words, '') as words, operator.name as asked_by, d.asked_at
    from (select 1) always left join verification_demands d on d.member_id = ${member}
      left join profiles operator on operator.id = d.asked_by`.execute(db),
  );
  return { ...found, asked_at: asked_at?.toISOString() ?? null };
}
