import { type Db, inTransaction } from '../platform/database/index.ts';
import { type TextEdit, keepVersion } from '../texts/index.ts';
import type { PagePlace } from './write-page.ts';

/**
 * Removes an operator's page, which restores the default page if there is one. Returns whether the page
 * existed, and the version's id.
 */
export async function dropPage(
  db: Db,
  { host, language, token }: PagePlace,
  edit?: TextEdit,
): Promise<{ dropped: boolean; seen: number }> {
  return inTransaction(db, async (tx) => {
    const { seen } = await keepVersion(tx, { kind: 'page', name: token, host, language }, null, edit);
    const gone = await tx
      .deleteFrom('static_pages')
      .where('host', '=', host)
      .where('language', '=', language)
      .where('token', '=', token)
      .executeTakeFirst();
    return { dropped: gone.numDeletedRows > 0n, seen };
  });
}
