import { keptBackups } from './backup/schedule.ts';
import type { Config } from './config.ts';
import type { Db } from './database/index.ts';
import { queueState, type QueueState } from './job-workers.ts';
import type { Series } from './series.ts';

/** The platform's own figures; a web process leaves them to those who run the jobs, so that nothing is counted twice. */
export function ownSeries(db: Db, { backup }: Pick<Config, 'backup'>): Series[] {
  // One statement answers all four.
  let asked: Promise<QueueState> | null = null;
  const queue = (pick: keyof QueueState) => async () => {
    asked ??= queueState(db).finally(() => setTimeout(() => (asked = null), 1000).unref());
    return [{ value: (await asked)[pick] }];
  };
  return [
    { name: 'jobs_due', help: 'Jobs whose time has come and that nobody has in hand', read: queue('due') },
    { name: 'jobs_oldest_seconds', help: 'How long the oldest of these has waited', read: queue('oldestSeconds') },
    { name: 'jobs_failed', help: 'Jobs that failed as often as they may', read: queue('failed') },
    { name: 'jobs_workers', help: 'Workers that were heard of lately', read: queue('workers') },
    {
      name: 'backup_last_taken_timestamp_seconds',
      help: 'When the newest backup of BACKUP_TO was taken; absent without one',
      async read() {
        const [newest] = backup ? await keptBackups(backup.to) : [];
        return newest ? [{ value: newest.taken.getTime() / 1000 }] : [];
      },
    },
  ];
}
