import { sql } from 'kysely';
import { configuredFile, pgbackrest, STANZA } from '../../platform/backup/pgbackrest.ts';
import { one } from '../../platform/database/index.ts';
import type { Patient } from './examine.ts';

/** Jobs write all the time, so that a WAL file is due every 30 seconds. */
const MOST_ARCHIVE_SECONDS = 300;
/** A nightly backup that is older was missed. */
const MOST_BACKUP_HOURS = 26;

interface Archiver {
  on: boolean;
  seconds: number | null;
  failing: boolean;
  file: string | null;
}

interface BackupInfo {
  name: string;
  status: { code: number; message: string };
  backup: { timestamp: { stop: number } }[];
}

/** Continuous backups: whether WAL is archived, how old the last backup is, and whether the repository is intact. */
export async function lookAtRecovery({ app }: Patient, now = Date.now()): Promise<string> {
  const { on, seconds, failing, file } = await one(
    sql<Archiver>`
      select current_setting('archive_mode') <> 'off' as on, extract(epoch from clock_timestamp() - last_archived_time)::float8 as seconds,
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing, last_failed_wal as file
      from pg_stat_archiver`.execute(app.db),
  );
  const config = configuredFile();
  if (!on) {
    if (config) throw new Error('archive_mode is off: run npm run recovery:setup.');
    return 'up to a day can be lost: no WAL is archived (docs/operate/backups.md)';
  }
  if (failing)
    throw new Error(
      `PostgreSQL cannot archive ${file}: its log has the reason. The disk fills until it can.`,
    );
  if (seconds === null || seconds > MOST_ARCHIVE_SECONDS)
    throw new Error(
      `no WAL has been archived ${seconds === null ? 'yet' : `for ${Math.round(seconds / 60)} minutes`}: check archive_command and archive_timeout.`,
    );
  const archived = `the last WAL was archived ${Math.round(seconds)} s ago`;
  return config ? `${archived}; ${await lookAtRepository(config, now)}` : archived;
}

async function lookAtRepository(config: string, now: number): Promise<string> {
  const stanzas = JSON.parse(await pgbackrest(config, 'info', ['--output=json'])) as BackupInfo[];
  const stanza = stanzas.find(({ name }) => name === STANZA);
  if (!stanza || stanza.status.code !== 0)
    throw new Error(
      `the repository has no usable backup (${stanza?.status.message ?? 'no stanza'}): run npm run recovery:setup.`,
    );
  const hours = (now / 1000 - Math.max(...stanza.backup.map(({ timestamp }) => timestamp.stop))) / 3600;
  if (hours > MOST_BACKUP_HOURS)
    throw new Error(
      `the newest backup is ${Math.round(hours)} hours old: check the nightly pgbackrest backup.`,
    );
  await pgbackrest(config, 'verify');
  return `the newest backup is ${Math.round(hours)} hours old; the repository is intact`;
}
