import { sql } from 'kysely';
import type { SlugTexts } from '#contract/landing-pages.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { keepVersion, type TextEdit } from '../texts/index.ts';

export interface SlugPlace {
  host: string;
  slug: string;
  language: Locale;
}

export type SlugChange = SlugPlace & SlugTexts;

/**
 * Adds or changes a slug, effective immediately, and stores a version. Returns the version's id. Throws
 * `conflict` if it has changed since the operator loaded it.
 */
export async function writeSlug(
  db: Db,
  { host, slug, language, ...values }: SlugChange,
  edit?: TextEdit,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { seen, changed } = await keepVersion(
      tx,
      { kind: 'landing_slug', name: slug, host, language },
      values,
      edit,
    );
    if (changed)
      await tx
        .insertInto('landing_slugs')
        .values({ host, slug, language, ...values })
        .onConflict((conflict) =>
          conflict
            .columns(['host', 'slug', 'language'])
            .doUpdateSet({ ...values, updated_at: sql<Date>`app_now()` }),
        )
        .execute();
    return seen;
  });
}
