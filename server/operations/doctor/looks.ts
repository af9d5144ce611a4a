import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { checkGateways } from '../../payments/index.ts';
import type { App } from '../../platform/app.ts';
import { keptBackups } from '../../platform/backup/schedule.ts';
import type { Config } from '../../platform/config.ts';
import { lookAtAgeChecks } from './age-check-look.ts';
import { lookAtCalls } from './call-look.ts';
import { lookAtCertificate } from './certificate.ts';
import { lookAtCompanies } from './company-looks.ts';
import { databaseLooks } from './database-looks.ts';
import type { Look, Patient } from './examine.ts';
import { lookAtRecovery } from './recovery-look.ts';
import { lookAtRelease } from './release-look.ts';
import { lookAtMail, lookAtRedis } from './service-looks.ts';

/** Free space below which a disk counts as full: room for a night's backup and a day's photos. */
const ENOUGH_DISK_BYTES = 1_000_000_000;
/** If the newest nightly backup is older, one was missed. */
const BACKUP_HOURS = 26;
const HOUR_MS = 3_600_000;
const BUILD = join(import.meta.dirname, '../../../build/server/index.js');

/** Every check, ordered so that causes come before their consequences: fix the first problem first. */
export function looksAt({ app, config, ownerUrl }: Patient): [string, Look][] {
  return [
    ['Node', lookAtNode],
    ['Release', () => lookAtRelease({ app }, config)],
    ...databaseLooks({ app, config, ownerUrl }),
    ['Disk', () => lookAtDisk(config.dataDir)],
    ['Files', () => lookAtFiles(app, config)],
    ['Redis', () => lookAtRedis(config)],
    ['Mail', () => lookAtMail(config)],
    ['Payments', () => checkGateways(config)],
    ['Companies', () => lookAtCompanies({ app }, config)],
    ['Age checks', () => lookAtAgeChecks({ app }, config)],
    ['Calls', () => lookAtCalls({ app }, config)],
    ['Certificate', () => lookAtCertificate(config.publicUrl)],
    ['Secret', () => lookAtSecret(config)],
    ['Backup', () => lookAtBackup(config)],
    ['Recovery', () => lookAtRecovery({ app, config, ownerUrl })],
    ['Pages', () => lookAtPages()],
  ];
}

async function lookAtNode(): Promise<string> {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 24)
    throw new Error(`this is Node ${process.versions.node}: start it with npm, which installs Node 24.`);
  return process.versions.node;
}

export async function lookAtDisk(dataDir: string, enough = ENOUGH_DISK_BYTES): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${(Number(bavail * bsize) / 1e9).toFixed(1)} GB free at ${dataDir}`;
  if (bavail * bsize < enough) throw new Error(`${free}: make room, or move DATA_DIR to a larger disk.`);
  return free;
}

async function lookAtFiles({ storage }: App, config: Config): Promise<string> {
  await storage.put('doctor/probe', Buffer.from('probe'), 'text/plain').catch((error: Error) => {
    throw new Error(
      config.s3Url
        ? 'the S3 store rejects files: check its key, bucket and region'
        : `nothing can be written below ${config.dataDir}: check its owner and its free space`,
      { cause: error },
    );
  });
  await storage.deleteFolder('doctor');
  return config.s3Url ? 'the S3 store takes and deletes files' : 'the disk takes and deletes files';
}

async function lookAtSecret({ dataDir }: Config): Promise<string> {
  if (process.env['SECRET']) return 'set by SECRET';
  const file = join(dataDir, 'secret');
  const { mode } = await stat(file).catch((error: Error) => {
    throw new Error(
      `${file} is missing: restore it from your copy, because without it all sessions, sealed data and backups are lost.`,
      { cause: error },
    );
  });
  if ((mode & 0o077) !== 0) throw new Error(`${file} can be read by others: run chmod 600 on it.`);
  return 'generated, in DATA_DIR: keep a copy elsewhere';
}

async function lookAtBackup({ backup, production }: Config, now = new Date()): Promise<string> {
  if (!backup) {
    if (production)
      throw new Error('none is scheduled: set BACKUP_TO to a folder on another disk or to an S3 bucket.');
    return 'none is scheduled: BACKUP_TO is not set';
  }
  const kept = await keptBackups(backup.to).catch((error: Error) => {
    throw new Error('BACKUP_TO cannot be read: check its URL, key and permissions', {
      cause: error,
    });
  });
  const [newest] = kept;
  if (!newest)
    throw new Error('BACKUP_TO contains none yet: take one now with npm run backup -- --scheduled.');
  const hours = (now.getTime() - newest.taken.getTime()) / HOUR_MS;
  if (hours > BACKUP_HOURS) {
    throw new Error(
      `the newest is ${Math.round(hours)} hours old: search the worker's log for "back-up", and take one now with npm run backup -- --scheduled.`,
    );
  }
  return `the newest is ${Math.round(hours)} hours old; ${kept.length} are stored`;
}

export async function lookAtPages(build = BUILD): Promise<string> {
  await access(build, constants.R_OK).catch(() => {
    throw new Error('are not built: run npm run build, or npm start.');
  });
  return 'built';
}
