import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { dropFiles } from '../files/drop-files.ts';
import type { PictureShelf } from './picture-shelf.ts';

export const selfieShelf = (app: Pick<App, 'db' | 'jobs'>): PictureShelf => ({
  place: 'selfie',
  table: 'verifications',
  isPicture: sql`storage_key is not null`,
  async release(id) {
    await sql`update verifications set awaits_lists = false where id = ${id}`.execute(app.db);
  },
  /** Like a withdrawn request: decided without a result. */
  async remove(tx, { id, folder }) {
    await sql`
      update verifications set decided_at = coalesce(decided_at, app_now()), storage_key = null, awaits_lists = false
      where id = ${id}`.execute(tx);
    await dropFiles(app, tx, folder);
  },
});
