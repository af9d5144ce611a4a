import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { CHECK_FILES } from './check-files.ts';

/** Queues the deletion of files, in the transaction that deletes the last row that refers to them. */
export const dropFiles = ({ jobs }: Pick<App, 'jobs'>, db: Db, folder: string): Promise<void> =>
  jobs.add(db, CHECK_FILES, { folder });
