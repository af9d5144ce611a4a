import { pauseEndsEarly } from '#contract/rules/spending-rules.ts';
import type { App } from '../platform/app.ts';
import { changePause } from './change-pause.ts';

/**
 * DELETE /api/spending-pause.php: makes a running pause end 24 hours from now, or at its own end if that is
 * sooner. Does nothing if no pause is running. Idempotent.
 */
export async function endSpendingPause(app: App, memberId: number): Promise<void> {
  await changePause(
    app,
    memberId,
    (running, now) => running && { until: pauseEndsEarly(running, now), endsEarly: true },
  );
}
