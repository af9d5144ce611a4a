import { sql } from 'kysely';
import type { FlaggedText } from '#contract/moderation/content.ts';
import type { Ground } from '#contract/rules/measure-rules.ts';
import { deleteMessage } from '../../chat/index.ts';
import { holdAccount } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { Refusal, refuse, refuseFields } from '../../platform/http/refusal.ts';
import { clearText } from '../../profiles/index.ts';
import { applyMeasure } from '../measures/apply-measure.ts';
import type { Operator } from '../operator.ts';

function reasonsOf(ground: Ground | null | undefined, facts: string | undefined) {
  if (!ground || !facts?.trim()) throw refuseFields({ facts: 'required' });
  return { ground, facts };
}

/**
 * POST /api/admin/texts: approves a text or removes it: a name is replaced, an about text emptied, an
 * answer or a message deleted. The member receives the reason. Throws `not_found` if the text does not exist,
 * `own_decision` for the operator's own text, `conflict` if it was decided differently, and `invalid_fields` for a removal without ground and facts.
 */
export async function decideText(
  app: App,
  operator: Operator,
  {
    id,
    remove,
    ground,
    facts,
  }: { id: number; remove: boolean; ground?: Ground | undefined; facts?: string | undefined },
): Promise<void> {
  const reasons = remove ? reasonsOf(ground, facts) : null;
  const found = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{
      member_id: number;
      kind: FlaggedText['kind'];
      body: string;
      message_id: number | null;
      prompt: string | null;
      removed: boolean | null;
    }>`
      select member_id, kind, body, message_id, prompt, removed from flagged_texts where id = ${id} for update`.execute(
      tx,
    );
    const text = rows[0];
    if (!text) throw refuse('not_found');
    if (text.member_id === operator.id) throw refuse('own_decision');
    if (text.removed !== null) {
      if (text.removed === remove) return null;
      throw refuse('conflict');
    }
    await sql`update flagged_texts set removed = ${remove}, decided_at = app_now(), decided_by = ${operator.id} where id = ${id}`.execute(
      tx,
    );
    await operator.audit(tx, {
      act: remove ? 'text.remove' : 'text.leave',
      member: text.member_id,
      object: id,
    });
    const { kind, prompt } = text;
    if (remove && kind !== 'first_message') await clearText(tx, text.member_id, { kind, prompt });
    if (reasons?.ground === 'underage')
      await holdAccount(app, tx, { member: text.member_id, reason: 'minor_words', words: text.body });
    if (reasons)
      await applyMeasure(app, tx, operator, {
        member: text.member_id,
        kind: 'content_removed',
        detection: 'words',
        ...reasons,
      });
    return text;
  });
  if (!found || !remove) return;
  if (found.message_id !== null)
    await deleteMessage(app, found.member_id, found.message_id).catch((error: unknown) => {
      // The sender has deleted the message in the meantime.
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    });
}
