import { sql } from 'kysely';
import { isTimed, type MeasureKind } from '#contract/rules/measure-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { mailAddress } from '../mail-address.ts';
import type { Operator } from '../operator.ts';
import { recordEnd } from './record-end.ts';
import { undoMeasure } from './undo-measure.ts';

/**
 * DELETE /api/admin/measure: lifts a suspension or ban, of an account or of complaints, and notifies the member by mail. Throws `not_found` if
 * the measure does not exist, and `conflict` if it has ended or is of another kind.
 */
export async function endMeasure(
  app: App,
  operator: Operator,
  { id, note }: { id: number; note: string },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{
      kind: MeasureKind;
    }>`select kind from measures where id = ${id} for update`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    if (!isTimed(rows[0].kind) && rows[0].kind !== 'ban') throw refuse('conflict');
    const undone = await undoMeasure(app, tx, id, operator.id);
    if (!undone) throw refuse('conflict');
    await operator.audit(tx, { member: undone.member, object: id });
    await recordEnd(app, tx, id, undone);
    const to = await mailAddress(tx, undone.member);
    if (to)
      await app.mailer.send(tx, 'measure-ended', to, { name: to.name, note: note.trim(), kind: undone.kind });
  });
}
