import { sql } from 'kysely';
import type { correctableFields } from '#contract/office.ts';
import type { Ground } from '#contract/rules/measure-rules.ts';
import { accountOf, endSessions, memberChanged } from '../identity/index.ts';
import { applyMeasure, type Operator } from '../moderation/index.ts';
import { beginDeletion } from '../membership/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { endPush } from '../platform/outgoing/push-subscriptions.ts';
import { changeProfile } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';

export interface Correction {
  member: number;
  field: (typeof correctableFields)[number];
  value: string;
  ground: Ground;
  /** Read by the member. */
  reason: string;
}

/** PUT /api/admin/member.php: corrects a field by the rules that members have; the member reads why. Refuses `not_found`, `invalid_fields`. */
export async function correctMember(app: App, operator: Operator, { member, field, value, ground, reason }: Correction): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { min_age } = await settingsOf(app, await hostOfNoColleague(tx, member));
    await changeProfile(tx, member, { [field]: value }, { min_age });
    await operator.audit(tx, { member, object: field });
    await applyMeasure(app, tx, operator, { member, kind: 'correction', ground, facts: reason });
  });
  memberChanged(app, member);
}

/** POST /api/admin/sign-out.php: ends every session of a member. */
export async function signOutMember(app: App, operator: Operator, member: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await endSessions(tx, member);
    await endPush(tx, member);
    await operator.audit(tx, { member });
  });
  memberChanged(app, member);
}

/** DELETE /api/admin/member.php: what the member's own deletion does, at the member's wish; the way back is mailed. Refuses `not_found`, `pending_deletion`. */
export async function deleteMember(app: App, operator: Operator, { member, reason }: { member: number; reason: string }): Promise<void> {
  if (reason.trim() === '') throw refuseFields({ reason: 'required' });
  await inTransaction(app.db, async (tx) => {
    await hostOfNoColleague(tx, member);
    const account = await accountOf(tx, member);
    if (!account) throw refuse('not_found');
    await beginDeletion(app, tx, account, { reason: 'other', remarks: null });
    await operator.audit(tx, { member });
  });
  memberChanged(app, member);
}

/** The site of a member. Operators cannot be sanctioned: their roles are taken away first. Refuses `not_found`, `invalid_fields`. */
async function hostOfNoColleague(tx: Tx, member: number): Promise<string | undefined> {
  const { rows } = await sql<{
    roles: string[];
    host: string | null;
  }>`select roles, host from members where id = ${member} and status <> 'deleted' for no key update`.execute(tx);
  if (!rows[0]) throw refuse('not_found');
  if (rows[0].roles.length > 0) throw refuseFields({ member: 'invalid' });
  return rows[0].host ?? undefined;
}
