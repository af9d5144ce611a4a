import { sql } from 'kysely';
import { dropFiles } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { isSent } from './image-of-message.ts';

/** An image that has no message after this time was refused, deleted or never sent. */
const UNSENT_HOURS = 1;

export async function deleteUnsentImages(app: Pick<App, 'db' | 'jobs'>): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from chat_images i
      where i.created_at < app_now() - ${UNSENT_HOURS} * interval '1 hour' and i.status <> 'refused'
        and not ${isSent}
      returning i.storage_key`.execute(app.db);
  for (const { storage_key } of rows) await dropFiles(app, app.db, storage_key);
}
