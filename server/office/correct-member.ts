import { sql } from 'kysely';
import type { correctableFields } from '#contract/office/members.ts';
import type { Ground } from '#contract/rules/measure-rules.ts';
import { applyMeasure, type Operator } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { changeProfile } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { hostOfNoColleague } from './host-of-no-colleague.ts';

export interface Correction {
  member: number;
  field: (typeof correctableFields)[number];
  value: string;
  ground: Ground;
  reason: string;
}

/**
 * PUT /api/admin/member: corrects a field, with the validation that applies to members. The member sees the
 * reason. Throws `not_found` if the member does not exist, and `invalid_fields` for an invalid value.
 */
export async function correctMember(
  app: App,
  operator: Operator,
  { member, field, value, ground, reason }: Correction,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { name, min_age } = await settingsOf(app, await hostOfNoColleague(tx, member));
    const before = field === 'date_of_birth' ? await dateOfBirth(tx, member) : null;
    await changeProfile(tx, member, { [field]: value }, { name, min_age });
    // Names and texts are written by the member, and the audit log must not contain them.
    await operator.audit(tx, {
      member,
      object: field,
      ...(before !== null && { details: { before, after: value } }),
    });
    await applyMeasure(app, tx, operator, { member, kind: 'correction', ground, facts: reason });
  });
}

async function dateOfBirth(tx: Tx, member: number): Promise<string | null> {
  const { rows } = await sql<{
    date: string;
  }>`select date_of_birth::text as date from profiles where id = ${member}`.execute(tx);
  return rows[0]?.date ?? null;
}
