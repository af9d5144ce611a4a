import { sql } from 'kysely';
import { withdrawHold } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dropOtherActive } from './drop-other-active.ts';
import { lockOwner } from './lock-owner.ts';

/** Shows a voice introduction whose refusal was reversed, and ends the hold if it was refused as under age. */
export async function restoreVoiceIntro(
  app: Pick<App, 'events' | 'jobs'>,
  tx: Tx,
  id: number,
  operatorId: number,
): Promise<void> {
  const { rows } = await sql<{ member: number; picture: string }>`
    select member_id as member, storage_key as picture from voice_intros where id = ${id} and status = 'refused'`.execute(
    tx,
  );
  const intro = rows[0];
  if (!intro) return;
  await lockOwner(tx, intro.member);
  await dropOtherActive(app, tx, intro.member, id);
  await sql`
    update voice_intros set status = 'active', refusal_reason = null, decided_at = app_now(), decided_by = ${operatorId}
    where id = ${id} and status = 'refused'`.execute(tx);
  await withdrawHold(app, tx, intro);
}
