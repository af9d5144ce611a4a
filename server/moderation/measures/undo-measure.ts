import { sql } from 'kysely';
import type { MeasureKind } from '#contract/rules/measure-rules.ts';
import { forgetBan, memberChanged, reopenAccount, withdrawHold } from '../../identity/index.ts';
import { dropFiles, giveBadgeBack } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';

export interface Undo {
  photo?: number;
  voice_intro?: number;
  badge?: boolean;
  /** Folder of a selfie that was refused as under age. */
  selfie?: string;
}

export async function undoMeasure(
  app: Pick<App, 'events' | 'jobs'>,
  tx: Tx,
  id: number,
  by: number | null,
): Promise<{ member: number; kind: MeasureKind; undo: Undo } | null> {
  const { rows } = await sql<{ member: number; kind: MeasureKind; undo: Undo }>`
    update measures set ended_at = app_now(), ended_by = ${by} where id = ${id} and ended_at is null returning member_id as member, kind, undo`.execute(
    tx,
  );
  const ended = rows[0];
  if (!ended) return null;
  if (ended.kind === 'suspension' || ended.kind === 'ban') {
    // The account stays closed while another measure is in force.
    const { rows: others } = await sql`
      select 1 from measures where member_id = ${ended.member} and kind in ('suspension', 'ban') and ended_at is null limit 1`.execute(
      tx,
    );
    if (others.length === 0) await reopenAccount(app, tx, ended.member);
    await forgetBan(app, tx, id, ended.member);
  }
  if (ended.undo.selfie) {
    await withdrawHold(app, tx, { member: ended.member, picture: ended.undo.selfie });
    await dropFiles(app, tx, ended.undo.selfie);
  }
  if (ended.undo.badge) await giveBadgeBack(tx, ended.member);
  await memberChanged(app, tx, ended.member);
  return ended;
}
