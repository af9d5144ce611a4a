import { sql } from 'kysely';
import { colourOf } from '../process-photo.ts';
import type { FileParts } from './check-files.ts';
import { fileKey } from './file-key.ts';

const BATCH = 100;
/** The next run continues. Well below the deadline of a job. */
const RUN_MS = 4 * 60_000;

/** Computes the colours of photos that were stored without one, by an earlier release or from another file store. */
export async function colourPhotos(
  { db, storage }: Pick<FileParts, 'db' | 'storage'>,
  signal?: AbortSignal,
): Promise<void> {
  const until = Date.now() + RUN_MS;
  while (Date.now() < until && !signal?.aborted) {
    const { rows } = await sql<{ id: number; folder: string }>`
      select id, storage_key as folder from photos where colour is null order by id limit ${BATCH}`.execute(
      db,
    );
    const colours: string[] = [];
    for (const { folder } of rows) {
      const webp = await storage.bytes(fileKey(folder, '160', 'webp'));
      // Unreadable files get an empty text, so that later runs skip them.
      colours.push((webp && (await colourOf(webp).catch(() => null))) ?? '');
    }
    await sql`
      update photos set colour = new.colour
        from unnest(${rows.map(({ id }) => id)}::bigint[], ${colours}::text[]) new (id, colour) where photos.id = new.id`.execute(
      db,
    );
    if (rows.length < BATCH) return;
  }
}
