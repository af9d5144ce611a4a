import { sql } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '../platform/database/index.ts';
import { renderPage } from './markdown.ts';

export interface PageChange {
  /** Of a site, or `*` for every one. */
  host: string;
  language: Locale;
  /** The page's address: `/<token>`, or `/pages/<token>`. */
  token: string;
  /** Markdown; its first `#` is the title. */
  body: string;
}

/** Adds a static page or changes one; it shows at once. */
export async function writePage(db: Db, { host, language, token, body }: PageChange): Promise<void> {
  const title = renderPage(body, language).title ?? token;
  await db
    .insertInto('static_pages')
    .values({ host, language, token, title, body })
    .onConflict((conflict) => conflict.columns(['host', 'token', 'language']).doUpdateSet({ title, body, updated_at: sql<Date>`app_now()` }))
    .execute();
}

/** Takes an operator's page away: the default stands again where there is one. Answers whether there was one. */
export async function dropPage(db: Db, { host, language, token }: Omit<PageChange, 'body'>): Promise<boolean> {
  const gone = await db.deleteFrom('static_pages').where('host', '=', host).where('language', '=', language).where('token', '=', token).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export const listPages = (db: Db) =>
  db.selectFrom('static_pages').select(['host', 'token', 'language', 'title', 'updated_at']).orderBy('host').orderBy('token').orderBy('language').execute();
