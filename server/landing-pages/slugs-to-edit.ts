import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { SlugTexts } from '#contract/landing-pages.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { newestVersions } from '../texts/index.ts';
import { slugDefaults } from './slug-defaults.ts';
import { builtIn } from './slugs.ts';

const PAGE = 50;

export async function slugsToEdit(
  db: Db,
  { host, language, cursor = '' }: { host: string; language: Locale; cursor?: string },
): Promise<CallReply<'adminSlugs'>> {
  const { rows } = await sql<SlugTexts & { slug: string }>`
    select slug, headline, lead, button, imagery, offer from landing_slugs
    where host = ${host} and language = ${language} and slug collate "C" > ${cursor} order by slug collate "C" limit ${PAGE + 1}`.execute(
    db,
  );
  const page = rows.slice(0, PAGE);
  const seen = await newestVersions(db, {
    kind: 'landing_slug',
    names: page.map(({ slug }) => slug),
    host,
    language,
  });
  return {
    standard: cursor
      ? []
      : Object.keys(slugDefaults).map((slug) => ({ ...builtIn(slug, language), seen: null })),
    own: page.map((row) => ({ ...row, seen: seen.get(row.slug) ?? null })),
    next: nextPage(rows, PAGE, (last) => last.slug),
  };
}
