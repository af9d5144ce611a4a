import { keptBackups } from './backup/schedule.ts';
import type { Config } from './config.ts';
import type { Db } from './database/index.ts';
import { queueState, type QueueState } from './job-workers.ts';
import type { Series } from './series.ts';

/** The platform's own gauges. Only the worker serves them, so that nothing is counted twice. */
export function ownSeries(db: Db, { backup }: Pick<Config, 'backup'>): Series[] {
  let asked: Promise<QueueState> | null = null;
  const queue = (pick: Exclude<keyof QueueState, 'standsStill'>) => async () => {
    asked ??= queueState(db).finally(() => setTimeout(() => (asked = null), 1000).unref());
    return [{ value: (await asked)[pick] }];
  };
  return [
    { name: 'jobs_due', help: 'Due jobs that no worker has picked up', read: queue('due') },
    {
      name: 'jobs_oldest_seconds',
      help: 'Age of the oldest due job',
      read: queue('oldestSeconds'),
    },
    { name: 'jobs_failed', help: 'Jobs that used up their attempts', read: queue('failed') },
    { name: 'jobs_workers', help: 'Workers with a recent heartbeat', read: queue('workers') },
    {
      name: 'backup_last_taken_timestamp_seconds',
      help: 'Time of the newest backup in BACKUP_TO; absent without one',
      async read() {
        const [newest] = backup ? await keptBackups(backup.to) : [];
        return newest ? [{ value: newest.taken.getTime() / 1000 }] : [];
      },
    },
  ];
}
