import { pauseEndsEarly } from '#contract/rules/spending-rules.ts';
import type { App } from '../platform/app.ts';
import { changePause } from './change-pause.ts';

/**
 * DELETE /api/spending-pause.php: ends the pause early, a day from now. Does nothing without a pause.
 * Idempotent.
 */
export async function endSpendingPause(app: App, memberId: number): Promise<void> {
  await changePause(
    app,
    memberId,
    (running, now) => running && { until: pauseEndsEarly(running, now), endsEarly: true },
  );
}
