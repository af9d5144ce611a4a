import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dataFolderOf, pgbackrest } from '#server/platform/backup/pgbackrest.ts';
import { chooseRunAs } from '#server/platform/database/run-as.ts';

export interface RestoreOrder {
  config: string;
  folder: string;
  /** A moment with its time zone, such as `2026-11-24 18:00:00+00`. Null restores all that was archived. */
  time: string | null;
  /** Allows overwriting the folder of the stopped database. */
  replaceData: boolean;
  /** The copy is for looking at: it must not archive its own WAL into the repository. */
  scratch: boolean;
}

/** Restores the database's files into a folder. PostgreSQL replays the WAL up to the moment when it is started. */
export async function restoreTo({ config, folder, time, replaceData, scratch }: RestoreOrder): Promise<void> {
  const running = dataFolderOf(config);
  const isEmpty = !existsSync(folder) || readdirSync(folder).length === 0;
  if (folder === running && !replaceData)
    throw new Error(
      `${folder} is the folder of the database: name another one, or add --replace-data to overwrite it.`,
    );
  if (!isEmpty && folder !== running) throw new Error(`${folder} is not empty: name a new folder.`);
  // pgBackRest looks for it too, but only in folders that it knows.
  if (existsSync(`${folder}/postmaster.pid`))
    throw new Error(
      `PostgreSQL uses ${folder}: stop it first, or delete ${folder}/postmaster.pid if it has crashed.`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = chooseRunAs(running);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  await pgbackrest(config, 'restore', [
    `--pg1-path=${folder}`,
    ...(isEmpty ? [] : ['--delta']),
    ...(scratch ? ['--archive-mode=off'] : []),
    ...(time === null ? [] : ['--type=time', `--target=${time}`, '--target-action=promote']),
  ]);
}
