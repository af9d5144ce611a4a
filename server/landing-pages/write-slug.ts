import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { SlugTexts } from '#contract/calls/text-desk-calls.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { keepVersion, newestVersions, type TextEdit } from '../texts/index.ts';
import { slugDefaults } from './slug-defaults.ts';
import { builtIn } from './slugs.ts';

/** Which slug: of a site, or `*` for every one, in a language. */
export interface SlugPlace {
  host: string;
  slug: string;
  language: Locale;
}

/** What an operator gives a slug. */
export type SlugChange = SlugPlace & SlugTexts;

/**
 * Adds a slug or changes it; it shows at once, and its version is kept. Returns the version's id. Refuses `conflict` when it
 * was changed since the operator looked.
 */
export async function writeSlug(db: Db, { host, slug, language, ...values }: SlugChange, edit?: TextEdit): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { seen, changed } = await keepVersion(tx, { kind: 'landing_slug', name: slug, host, language }, values, edit);
    if (changed)
      await tx
        .insertInto('landing_slugs')
        .values({ host, slug, language, ...values })
        .onConflict((conflict) => conflict.columns(['host', 'slug', 'language']).doUpdateSet({ ...values, updated_at: sql<Date>`app_now()` }))
        .execute();
    return seen;
  });
}

/** Takes away what an operator wrote for a slug. Returns whether there was something, and the version's id. */
export async function dropSlug(db: Db, { host, slug, language }: SlugPlace, edit?: TextEdit): Promise<{ dropped: boolean; seen: number }> {
  return inTransaction(db, async (tx) => {
    const { seen } = await keepVersion(tx, { kind: 'landing_slug', name: slug, host, language }, null, edit);
    const gone = await tx.deleteFrom('landing_slugs').where('host', '=', host).where('slug', '=', slug).where('language', '=', language).executeTakeFirst();
    return { dropped: gone.numDeletedRows > 0n, seen };
  });
}

/** Everything operators wrote, for the terminal. */
export const listSlugs = (db: Db) => db.selectFrom('landing_slugs').selectAll().orderBy('host').orderBy('slug').orderBy('language').execute();

const PAGE = 50;

/**
 * GET /api/admin/landing-slugs.php: the slugs of a site in a language, those that come with the code and those of operators.
 * A further page begins after the slug that it is asked with.
 */
export async function slugsToEdit(
  db: Db,
  { host, language, cursor = '' }: { host: string; language: Locale; cursor?: string },
): Promise<CallReply<'adminSlugs'>> {
  const { rows } = await sql<SlugTexts & { slug: string }>`
    select slug, headline, lead, button, imagery, offer from landing_slugs
    where host = ${host} and language = ${language} and slug collate "C" > ${cursor} order by slug collate "C" limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  const seen = await newestVersions(db, { kind: 'landing_slug', names: page.map(({ slug }) => slug), host, language });
  return {
    standard: cursor ? [] : Object.keys(slugDefaults).map((slug) => ({ ...builtIn(slug, language), seen: null })),
    own: page.map((row) => ({ ...row, seen: seen.get(row.slug) ?? null })),
    next: rows.length > PAGE ? page.at(-1)!.slug : null,
  };
}
