export const landingOffers = ['messages', 'discount', 'none'] as const;
export type LandingOffer = (typeof landingOffers)[number];

export const moods = ['rose', 'dusk', 'gold', 'forest', 'sea', 'plum'] as const;
export type Mood = (typeof moods)[number];

/** Two colours of each mood: a deep one behind white text, and a bright one behind dark text. */
export const moodColours: Record<Mood, [deep: string, bright: string]> = {
  rose: ['#7d1f35', '#f6b6ad'],
  dusk: ['#3a2450', '#e3b7d3'],
  gold: ['#6d3d10', '#f4cf8b'],
  forest: ['#1f4634', '#b9d8b4'],
  sea: ['#16455a', '#a9d5d8'],
  plum: ['#582047', '#e7b1c6'],
};

export const nichePrefixes = ['', 'she', 'bdsm', 'bbw', 'gilf', 'milf', 'gay'] as const;
export type Niche = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export function readSlug(slug: string): { prefix: string; number: number } | null {
  const parts = /^(?:([a-z]{2,12})-)?(\d{1,4})$/.exec(slug.toLowerCase());
  return parts && { prefix: parts[1] ?? '', number: Number(parts[2]) };
}

/**
 * The full name of a slug on a site of that niche: a bare number gets the niche's prefix. Null if the slug is
 * malformed.
 */
export function fullSlug(slug: string, niche: number): string | null {
  const read = readSlug(slug);
  if (!read) return null;
  const prefix = read.prefix || nichePrefixes[niche - 1] || '';
  return prefix ? `${prefix}-${read.number}` : String(read.number);
}

/** The niche that the slug's prefix names, or else the site's. */
export function nicheOf(slug: string, siteNiche: number): Niche {
  const prefix = readSlug(slug)?.prefix ?? '';
  const found = prefix ? (nichePrefixes as readonly string[]).indexOf(prefix) : -1;
  return (found > 0 ? found + 1 : siteNiche) as Niche;
}
