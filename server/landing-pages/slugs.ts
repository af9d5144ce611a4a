import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { fullSlug, type LandingOffer, type Mood, moods, nicheOf } from '#contract/rules/landing-rules.ts';
import { textsOf } from '#mail/texts.ts';
import type { Db } from '../platform/database/index.ts';
import { defaultSlugOf, looksOf } from './slug-defaults.ts';

export interface SlugContent {
  slug: string;
  headline: string;
  lead: string;
  button: string;
  imagery: Mood;
  offer: LandingOffer;
}

interface Row {
  host: string;
  slug: string;
  headline: string;
  lead: string;
  button: string;
  imagery: string | null;
  offer: LandingOffer | null;
}

export interface Asked {
  /** Part of the requested address, so it may be any text. */
  slug: string | undefined;
  niche: number;
  host: string;
  language: Locale;
}

/**
 * Texts, imagery and offer of a slug: the operators' texts for this site, else those for every site, else the
 * built-in ones. A slug unknown in this language falls back to the default slug of its niche, which is the
 * niche of its prefix, else the site's.
 */
export async function slugContent(db: Db, { slug, niche, host, language }: Asked): Promise<SlugContent> {
  const wanted = (slug && fullSlug(slug, niche)) || defaultSlugOf(niche);
  const fallback = defaultSlugOf(nicheOf(wanted, niche));
  const { rows } = await sql<Row>`
    select host, slug, headline, lead, button, imagery, offer from landing_slugs
    where slug in (${wanted}, ${fallback}) and host in (${host}, '*') and language = ${language}
    order by slug = ${wanted} desc, host <> '*' desc`.execute(db);
  const own = rows.find((row) => row.slug === wanted);
  if (own) return written(own);
  if (hasTexts(wanted)) return builtIn(wanted, language);
  const ownDefault = rows[0];
  return ownDefault ? written(ownDefault) : builtIn(fallback, language);
}

const written = ({ slug, headline, lead, button, imagery, offer }: Row): SlugContent => {
  const looks = looksOf(slug);
  return {
    slug,
    headline,
    lead,
    button,
    imagery: moods.find((mood) => mood === imagery) ?? looks.imagery,
    offer: offer ?? looks.offer,
  };
};

const texts = () => textsOf('landing_slugs');
const hasTexts = (slug: string) => texts().exists(`${slug}.headline`, { lng: 'en' });

export function builtIn(slug: string, language: Locale): SlugContent {
  const t = (part: string) => texts().t(`${slug}.${part}`, { lng: language });
  return { slug, headline: t('headline'), lead: t('lead'), button: t('button'), ...looksOf(slug) };
}
