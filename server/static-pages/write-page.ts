import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { keepVersion, type TextEdit } from '../texts/index.ts';
import { renderPage } from './markdown.ts';

/** Which page: of a site, or `*` for every one; its address is `/<token>`, or `/pages/<token>`. */
export interface PagePlace {
  host: string;
  language: Locale;
  token: string;
}

export interface PageChange extends PagePlace {
  /** Markdown; its first `#` is the title. */
  body: string;
}

/**
 * Adds a static page or changes one; it shows at once, and its version is kept. Returns the version's id. Refuses `conflict`
 * when it was changed since the operator looked.
 */
export async function writePage(db: Db, { host, language, token, body }: PageChange, edit?: TextEdit): Promise<number> {
  const title = renderPage(body, language).title ?? token;
  return inTransaction(db, async (tx) => {
    const { seen, changed } = await keepVersion(tx, { kind: 'page', name: token, host, language }, { body }, edit);
    if (changed)
      await tx
        .insertInto('static_pages')
        .values({ host, language, token, title, body })
        .onConflict((conflict) => conflict.columns(['host', 'token', 'language']).doUpdateSet({ title, body, updated_at: sql<Date>`app_now()` }))
        .execute();
    return seen;
  });
}

/** Removes an operator's page: the default comes back where there is one. Returns whether there was one, and the version's id. */
export async function dropPage(db: Db, { host, language, token }: PagePlace, edit?: TextEdit): Promise<{ dropped: boolean; seen: number }> {
  return inTransaction(db, async (tx) => {
    const { seen } = await keepVersion(tx, { kind: 'page', name: token, host, language }, null, edit);
    const gone = await tx.deleteFrom('static_pages').where('host', '=', host).where('language', '=', language).where('token', '=', token).executeTakeFirst();
    return { dropped: gone.numDeletedRows > 0n, seen };
  });
}

export const listPages = (db: Db) =>
  db.selectFrom('static_pages').select(['host', 'token', 'language', 'title', 'updated_at']).orderBy('host').orderBy('token').orderBy('language').execute();
