import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { type Db, inTransaction } from '../platform/database/index.ts';
import { type TextEdit, keepVersion } from '../texts/index.ts';
import { renderPage } from './markdown.ts';

export interface PagePlace {
  host: string;
  language: Locale;
  token: string;
}

export interface PageChange extends PagePlace {
  body: string;
}

/**
 * Adds or changes a static page and stores a version. Visitors see it immediately. Returns the version's id.
 * Throws `conflict` if the page has changed since the operator loaded it.
 */
export async function writePage(
  db: Db,
  { host, language, token, body }: PageChange,
  edit?: TextEdit,
): Promise<number> {
  const title = renderPage(body, language).title ?? token;
  return inTransaction(db, async (tx) => {
    const { seen, changed } = await keepVersion(
      tx,
      { kind: 'page', name: token, host, language },
      { body },
      edit,
    );
    if (changed)
      await tx
        .insertInto('static_pages')
        .values({ host, language, token, title, body })
        .onConflict((conflict) =>
          conflict
            .columns(['host', 'token', 'language'])
            .doUpdateSet({ title, body, updated_at: sql<Date>`app_now()` }),
        )
        .execute();
    return seen;
  });
}
