import { inTransaction, type Db } from '../platform/database/index.ts';
import { keepVersion, type TextEdit } from '../texts/index.ts';
import type { SlugPlace } from './write-slug.ts';

export async function dropSlug(
  db: Db,
  { host, slug, language }: SlugPlace,
  edit?: TextEdit,
): Promise<{ dropped: boolean; seen: number }> {
  return inTransaction(db, async (tx) => {
    const { seen } = await keepVersion(tx, { kind: 'landing_slug', name: slug, host, language }, null, edit);
    const gone = await tx
      .deleteFrom('landing_slugs')
      .where('host', '=', host)
      .where('slug', '=', slug)
      .where('language', '=', language)
      .executeTakeFirst();
    return { dropped: gone.numDeletedRows > 0n, seen };
  });
}
