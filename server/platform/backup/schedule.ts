import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { longJob, type CronEntry, type JobHandlers } from '../jobs.ts';
import type { Log } from '../log.ts';
import { backUp, type Source } from './back-up.ts';
import { openBackupStore } from './store.ts';

const JOB = 'back-up';
const NAME = /^liaison-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz\.sealed$/;
const DAY_MS = 86_400_000;

export interface KeptBackup {
  name: string;
  taken: Date;
}

export async function keptBackups(to: string): Promise<KeptBackup[]> {
  const names = await (await openBackupStore(to)).names();
  return names
    .flatMap((name) => {
      const found = NAME.exec(name);
      return found ? [{ name, taken: new Date(`${found[1]}T${found[2]}:${found[3]}:${found[4]}Z`) }] : [];
    })
    .sort((a, b) => b.taken.getTime() - a.taken.getTime());
}

/**
 * Takes a backup now, seals it with the site's secret, stores it and removes those older than `keepDays`, but
 * never the newest. Returns its name and the removed names.
 */
export async function runScheduledBackup(
  { url, storage, to, keepDays, secret }: Source & { to: string; keepDays: number; secret: string },
  now = new Date(),
): Promise<{ name: string; removed: string[] }> {
  const name = `liaison-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz.sealed`;
  const folder = await mkdtemp(join(tmpdir(), 'liaison-backup-'));
  try {
    const path = join(folder, name);
    await backUp({ url, storage }, path, secret);
    const store = await openBackupStore(to);
    await store.put(name, path);
    const old = (await keptBackups(to))
      .slice(1)
      .filter(({ taken }) => now.getTime() - taken.getTime() > keepDays * DAY_MS);
    for (const backup of old) await store.remove(backup.name);
    return { name, removed: old.map((backup) => backup.name) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function backupJobs(
  source: Source,
  { backup, secret }: Pick<Config, 'backup' | 'secret'>,
  log: Log,
): { jobs: JobHandlers; cron: CronEntry[] } {
  if (!backup) return { jobs: {}, cron: [] };
  return {
    jobs: {
      [JOB]: longJob(12 * 60, async () => {
        const { name, removed } = await runScheduledBackup({ ...source, ...backup, secret });
        log.info({ backup: name, removed: removed.length }, 'took a backup');
      }),
    },
    cron: [{ job: JOB, at: backup.at }],
  };
}
