import { sql } from 'kysely';
import { memberChanged } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';

type Pause = { until: Date; endsEarly: boolean };

export async function changePause(
  app: App,
  memberId: number,
  decide: (running: Date | null, now: Date) => Pause | null,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { running, now } = await lockPause(tx, memberId);
    const pause = decide(running, now);
    if (!pause) return;
    await sql`
      update members set spending_paused_until = ${pause.until}, spending_pause_ends_early = ${pause.endsEarly} where id = ${memberId}`.execute(
      tx,
    );
    await memberChanged(app, tx, memberId);
  });
}

/** The running pause, on the database's clock. The lock blocks concurrent sends. */
async function lockPause(tx: Tx, memberId: number): Promise<{ running: Date | null; now: Date }> {
  const { rows } = await sql<{ running: Date | null; now: Date }>`
    select case when spending_paused_until > app_now() then spending_paused_until end as running, app_now() as now
      from members where id = ${memberId} for no key update`.execute(tx);
  if (!rows[0]) throw refuse('authentication_required');
  return rows[0];
}
