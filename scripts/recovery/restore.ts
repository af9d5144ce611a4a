import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configuredFile, dataFolderOf, DEFAULT_CONFIG } from '#server/platform/backup/pgbackrest.ts';
import { restoreTo } from './restore-to.ts';

// `npm run recovery:restore -- --time '2026-11-24 18:00:00+00' --to FOLDER`: restores the outside PostgreSQL as it was at
// that moment, or without `--time` as of the last archived transaction. `--replace-data` overwrites the folder of the
// stopped database.

const { values } = parseArgs({
  options: { time: { type: 'string' }, to: { type: 'string' }, 'replace-data': { type: 'boolean' } },
});

try {
  const config = configuredFile() ?? DEFAULT_CONFIG;
  const time = values.time ?? null;
  if (time !== null && !/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d+)?)?[+-]\d\d(:?\d\d)?$/.test(time))
    throw new Error(
      `--time must be a moment with its time zone, such as '2026-11-24 18:00:00+00', not '${time}'.`,
    );
  const replaceData = values['replace-data'] ?? false;
  if (!values.to && !replaceData)
    throw new Error(
      'Name a new folder with --to, or overwrite that of the stopped database with --replace-data.',
    );
  const folder = values.to ? resolve(values.to) : dataFolderOf(config);
  await restoreTo({ config, folder, time, replaceData, scratch: folder !== dataFolderOf(config) });
  console.log(
    `${folder} is restored. Start PostgreSQL on it: it replays the WAL up to ${time ?? 'the last archived transaction'}, then accepts connections.`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
