import { sql } from 'kysely';
import { type PauseDays, pausedUntil, pauseEndsEarly } from '#contract/rules/spending-rules.ts';
import type { App } from '../platform/app.ts';
import { type Db, inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { memberChanged } from '../identity/index.ts';

/**
 * POST /api/spending-pause.php: the member spends nothing for some days. Paid messages and new payments are refused with
 * `spending_paused`; what is free goes on. A running pause is only made longer.
 */
export async function pauseSpending(app: App, memberId: number, days: PauseDays): Promise<void> {
  await changePause(app, memberId, (running, now) => ({ until: pausedUntil(running, days, now), endsEarly: false }));
}

/** DELETE /api/spending-pause.php: the pause ends early, a day from now. Nothing to do without a pause; a repeat changes nothing. */
export async function endSpendingPause(app: App, memberId: number): Promise<void> {
  await changePause(app, memberId, (running, now) => running && { until: pauseEndsEarly(running, now), endsEarly: true });
}

/** Whether the member has paused all spending. */
export async function isSpendingPaused(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    select spending_paused_until > app_now() is true as paused from members where id = ${memberId}`.execute(db);
  return rows[0]?.paused ?? false;
}

type Pause = { until: Date; endsEarly: boolean };

async function changePause(app: App, memberId: number, decide: (running: Date | null, now: Date) => Pause | null): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { running, now } = await lockPause(tx, memberId);
    const pause = decide(running, now);
    if (!pause) return;
    await sql`
      update members set spending_paused_until = ${pause.until}, spending_pause_ends_early = ${pause.endsEarly} where id = ${memberId}`.execute(tx);
  });
  memberChanged(app, memberId);
}

/** The pause that runs now, by the one clock of all windows; no send passes while it is decided. */
async function lockPause(tx: Tx, memberId: number): Promise<{ running: Date | null; now: Date }> {
  const { rows } = await sql<{ running: Date | null; now: Date }>`
    select case when spending_paused_until > app_now() then spending_paused_until end as running, app_now() as now
      from members where id = ${memberId} for no key update`.execute(tx);
  if (!rows[0]) throw refuse('authentication_required');
  return rows[0];
}
