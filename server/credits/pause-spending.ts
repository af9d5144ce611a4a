import { type PauseDays, pausedUntil } from '#contract/rules/spending-rules.ts';
import type { App } from '../platform/app.ts';
import { changePause } from './change-pause.ts';

/**
 * POST /api/spending-pause.php: pauses the member's spending for some days. During the pause paid messages
 * and new payments throw `spending_paused`; free messages are allowed. A running pause can only be extended.
 */
export async function pauseSpending(app: App, memberId: number, days: PauseDays): Promise<void> {
  await changePause(app, memberId, (running, now) => ({
    until: pausedUntil(running, days, now),
    endsEarly: false,
  }));
}
