import type { MeasureKind } from '#contract/rules/measure-rules.ts';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';

/** Puts the end of a measure into the member's activity. */
export async function recordEnd(
  app: Pick<App, 'events' | 'jobs'>,
  tx: Tx,
  id: number,
  { member, kind }: { member: number; kind: MeasureKind },
): Promise<void> {
  const event = kind === 'complaint_suspension' ? 'complaints_open' : 'measure_ended';
  await recordActivity(app, tx, { member, kind: event, key: id });
}
