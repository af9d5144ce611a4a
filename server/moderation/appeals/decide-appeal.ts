import { sql } from 'kysely';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import { recordActivity } from '../../activity/index.ts';
import { memberChanged } from '../../identity/index.ts';
import { restorePhoto } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { one, inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { restoreVoiceIntro } from '../../voice/index.ts';
import { addressOf } from '../complain.ts';
import { mailAddress } from '../mail-address.ts';
import { undoMeasure } from '../measures/undo-measure.ts';
import type { Operator } from '../operator.ts';

/**
 * POST /api/admin/appeals: upholds or reverses a decision. Reversing a measure ends it and restores what it
 * removed; a reversed complaint decision puts the complaint back into the queue. A mail notifies the member
 * who appealed. Repeating a decision changes nothing. Throws `not_found` if the appeal does not exist,
 * `own_decision` for the operator who made the contested decision, and `conflict` if the appeal was decided
 * differently.
 */
export async function decideAppeal(
  app: App,
  operator: Operator,
  { id, reverse, note }: { id: number; reverse: boolean; note: string },
): Promise<void> {
  const state = reverse ? 'reversed' : 'upheld';
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{
      state: string;
      measure_id: number | null;
      complaint_id: number | null;
      member_id: number | null;
      decider: number | null;
    }>`
      select a.state, a.measure_id, a.complaint_id, a.member_id, coalesce(m.operator_id, c.decided_by) as decider
      from appeals a left join measures m on m.id = a.measure_id left join complaints c on c.id = a.complaint_id where a.id = ${id} for update of a`.execute(
      tx,
    );
    const found = rows[0];
    if (!found) throw refuse('not_found');
    if (found.state === state) return;
    if (found.state !== 'open') throw refuse('conflict');
    if (operator.id === found.decider || operator.id === found.member_id) throw refuse('own_decision');
    await sql`update appeals set state = ${state}, note = ${note.trim()}, decided_at = app_now(), decided_by = ${operator.id}, contested_by = ${found.decider} where id = ${id}`.execute(
      tx,
    );
    if (reverse) await reverseDecision(app, tx, found, operator.id);
    await operator.audit(tx, {
      act: `appeal.${reverse ? 'reverse' : 'uphold'}`,
      member: found.member_id,
      object: id,
    });
    await mailAnswer(app, tx, found, { reversed: reverse, note: note.trim() });
    const member = found.member_id;
    if (member === null) return;
    await recordActivity(app, tx, {
      member,
      kind: 'appeal_decided',
      key: id,
      details: { reversed: reverse },
    });
    await memberChanged(app, tx, member);
    tx.afterCommit(() => app.events.emit(member, 'changed', { what: 'complaints' }));
  });
}

async function reverseDecision(
  app: App,
  tx: Tx,
  { measure_id, complaint_id }: { measure_id: number | null; complaint_id: number | null },
  by: number,
): Promise<void> {
  if (complaint_id !== null) {
    await sql`
      update complaints set status = 'open', round = round + 1, outcome = null, note = null, is_unfounded = false, decided_at = null, decided_by = null, taken_by = null, taken_at = null
      where id = ${complaint_id}`.execute(tx);
  }
  if (measure_id === null) return;
  const undone = await undoMeasure(app, tx, measure_id, by);
  if (undone?.undo.photo) await restorePhoto(app, tx, undone.undo.photo, by);
  if (undone?.undo.voice_intro) await restoreVoiceIntro(app, tx, undone.undo.voice_intro, by);
}

async function mailAnswer(
  app: App,
  tx: Tx,
  {
    measure_id,
    complaint_id,
    member_id,
  }: { measure_id: number | null; complaint_id: number | null; member_id: number | null },
  answer: { reversed: boolean; note: string },
): Promise<void> {
  const to = member_id === null ? null : await mailAddress(tx, member_id);
  if (to) return app.mailer.send(tx, 'appeal-decision', to, { name: to.name, ...answer });
  if (measure_id !== null || complaint_id === null) return;
  const { reporter_id, reporter_email, locale, host } = await one(
    sql<{
      reporter_id: number | null;
      reporter_email: string | null;
      locale: string | null;
      host: string | null;
    }>`
    select reporter_id, reporter_email, locale, host from complaints where id = ${complaint_id}`.execute(tx),
  );
  const person = reporter_id === null ? null : await addressOf(tx, reporter_id);
  const at = { locale: isLocale(locale) ? locale : defaultLocale, host };
  if (reporter_id !== null && person?.email) {
    const reporter = { email: person.email, name: person.name, memberId: reporter_id, ...at };
    return app.mailer.send(tx, 'appeal-decision', reporter, { name: person.name, ...answer });
  }
  if (reporter_email)
    await app.mailer.sendToTyped(tx, 'appeal-decision', { email: reporter_email, ...at }, answer);
}
