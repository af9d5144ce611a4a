import { sql } from 'kysely';
import { dropFiles } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';

export const DELETE_OPENED_IMAGE = 'delete-opened-image';

/** A complaint locks the image too, so it either names the folder, which then stays as its evidence, or comes too late. */
export async function deleteOpenedImage(app: Pick<App, 'db' | 'jobs'>, image: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ folder: string }>`
      select storage_key as folder from chat_images
        where id = ${image} and opened_at is not null and storage_key is not null for update`.execute(tx);
    const [opened] = rows;
    if (!opened) return;
    await sql`update chat_images set storage_key = null where id = ${image}`.execute(tx);
    await dropFiles(app, tx, opened.folder);
  });
}
