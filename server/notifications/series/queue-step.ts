import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { SERIES_STEP } from './series-jobs.ts';

export const queueStep = (app: Pick<App, 'jobs'>, tx: Tx, run: number, seconds: number): Promise<void> =>
  app.jobs.add(
    tx,
    SERIES_STEP,
    { run },
    {
      key: `mail series ${run}`,
      maxAttempts: 5,
      ...(seconds > 0 ? { runAt: new Date(Date.now() + seconds * 1000) } : {}),
    },
  );
