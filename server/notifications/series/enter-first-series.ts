import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { enterSeries } from './enter-series.ts';

/** Enters a member who just confirmed their address in the series of the welcome. */
export const enterFirstSeries = (
  app: Pick<App, 'db' | 'jobs' | 'parts'>,
  tx: Tx,
  { member, host }: { member: number; host: string | null },
): Promise<void> => enterSeries(app, tx, { member, host, trigger: 'welcome' });
