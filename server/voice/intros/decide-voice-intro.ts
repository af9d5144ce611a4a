import { sql } from 'kysely';
import { defaultLocale, isLocale, type Locale } from '#contract/lists/locales.ts';
import type { VoiceIntroRefusal } from '#contract/photos/refusal-reasons.ts';
import { recordActivity } from '../../activity/index.ts';
import { holdAccount, withdrawHold } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dropOtherActive } from './drop-other-active.ts';
import { lockOwner } from './lock-owner.ts';

export const VOICE_INTRO_NOTIFICATION = 'voice-intro-notification';

export interface VoiceIntroDecision {
  operatorId: number;
  id: number;
  approve: boolean;
  /** Reason of a refusal; defaults to `other`. */
  reason?: VoiceIntroRefusal | undefined;
  audit: AuditNote;
  /** Replaces another operator’s different decision, instead of throwing `conflict`. */
  overrules?: boolean;
  silently?: boolean;
  /**
   * Stores the statement of reasons for a refusal, in the refusal's transaction, and returns the token for the member's
   * appeal.
   */
  statement?(tx: Tx, refused: RefusedVoiceIntro): Promise<string>;
}

export interface RefusedVoiceIntro {
  id: number;
  member: number;
  reason: VoiceIntroRefusal;
  locale: Locale;
}

type Parts = Pick<App, 'db' | 'events' | 'jobs' | 'mailer'>;

/**
 * Approves a voice introduction, which replaces the member's present one, or refuses it. A refusal as under age holds the
 * account until it is decided (docs/product.md 12.16). The member is notified by mail, push and live event, and the audit
 * log records the decision. Repeating a decision changes nothing, and an operator can change their own. Throws `not_found`
 * if the introduction does not exist, `own_decision` for the operator's own, and `conflict` if another operator has decided
 * differently, unless the decision `overrules` it.
 */
export async function decideVoiceIntro(app: Parts, decision: VoiceIntroDecision): Promise<void> {
  const { id, approve } = decision;
  const reason = approve ? null : (decision.reason ?? 'other');
  const owner = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ member_id: number; storage_key: string }>`
      select member_id, storage_key from voice_intros where id = ${id}`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    const { member_id: member, storage_key: folder } = rows[0];
    if (member === decision.operatorId) throw refuse('own_decision');
    await lockOwner(tx, member);
    if (!(await changes(tx, decision, reason))) return null;
    if (approve) await dropOtherActive(app, tx, member, id);
    await sql`
      update voice_intros set status = ${approve ? 'active' : 'refused'}, refusal_reason = ${reason}, decided_at = app_now(), decided_by = ${decision.operatorId}
      where id = ${id}`.execute(tx);
    if (reason === 'minor') await holdAccount(app, tx, { member, reason: 'minor_voice', picture: folder });
    else await withdrawHold(app, tx, { member, picture: folder });
    const act = approve ? 'voice_intro.approve' : 'voice_intro.refuse';
    await decision.audit(tx, { act, member, object: id, details: { reason } });
    if (!decision.silently) await notifyOwner(app, tx, decision, member, reason);
    return member;
  });
  if (owner !== null) app.events.emit(owner, 'changed', { what: 'voiceIntros' });
}

/** Returns whether the decision changes the introduction. The caller holds the lock of its owner. */
async function changes(
  tx: Tx,
  { id, approve, operatorId, overrules = false }: VoiceIntroDecision,
  reason: VoiceIntroRefusal | null,
): Promise<boolean> {
  const { rows } = await sql<{ changes: boolean; by_another: boolean }>`
    select (status, refusal_reason) is distinct from (${approve ? 'active' : 'refused'}, ${reason}::text) as changes,
      status <> 'inspecting' and coalesce(decided_by <> ${operatorId}, false) as by_another
    from voice_intros where id = ${id}`.execute(tx);
  const now = rows[0];
  // Its owner may have deleted it before the lock was taken.
  if (!now) throw refuse('not_found');
  if (now.changes && now.by_another && !overrules) throw refuse('conflict');
  return now.changes;
}

async function notifyOwner(
  app: Parts,
  tx: Tx,
  { id, approve, statement }: VoiceIntroDecision,
  memberId: number,
  reason: VoiceIntroRefusal | null,
): Promise<void> {
  const { rows } = await sql<{ email: string | null; language: string; host: string | null; name: string }>`
    select email, language, host, name from members join profiles using (id) where id = ${memberId} and members.status in ('active', 'not_confirmed')`.execute(
    tx,
  );
  const member = rows[0];
  if (!member) return;
  const { email, name, host } = member;
  if (email) {
    const locale = isLocale(member.language) ? member.language : defaultLocale;
    const token = reason && statement ? await statement(tx, { id, member: memberId, reason, locale }) : null;
    const to = { email, name, locale, memberId, host };
    await app.mailer.send(tx, 'voice-intro-decision', to, { name, reason, token });
  }
  const kind = approve ? 'voice_intro_approved' : 'voice_intro_refused';
  await recordActivity(app, tx, { member: memberId, kind, key: id });
  await app.jobs.add(tx, VOICE_INTRO_NOTIFICATION, { member: memberId, approved: approve });
}
