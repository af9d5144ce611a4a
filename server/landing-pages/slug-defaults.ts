import { readSlug, type LandingOffer, type Mood, nichePrefixes } from '#contract/rules/landing-rules.ts';

interface Looks {
  imagery: Mood;
  offer: LandingOffer;
}

const standard: Looks = { imagery: 'rose', offer: 'messages' };

/** Imagery and offer of the built-in slugs. Their texts are in `locales/<lang>/landing_slugs.json`. */
export const slugDefaults: Record<string, Looks> = {
  '1': standard,
  '2': { imagery: 'gold', offer: 'discount' },
  'she-1': { imagery: 'plum', offer: 'messages' },
  'she-2': { imagery: 'sea', offer: 'discount' },
  'bdsm-1': { imagery: 'dusk', offer: 'messages' },
  'bdsm-2': { imagery: 'plum', offer: 'discount' },
  'bbw-1': { imagery: 'gold', offer: 'messages' },
  'bbw-2': { imagery: 'rose', offer: 'discount' },
  'gilf-1': { imagery: 'forest', offer: 'messages' },
  'gilf-2': { imagery: 'gold', offer: 'discount' },
  'milf-1': { imagery: 'rose', offer: 'messages' },
  'milf-2': { imagery: 'dusk', offer: 'discount' },
  'gay-1': { imagery: 'sea', offer: 'messages' },
  'gay-2': { imagery: 'forest', offer: 'discount' },
};

export const defaultSlugOf = (niche: number): string => {
  const prefix = nichePrefixes[niche - 1] ?? '';
  return prefix ? `${prefix}-1` : '1';
};

export function looksOf(slug: string): Looks {
  const prefix = readSlug(slug)?.prefix ?? '';
  return slugDefaults[slug] ?? slugDefaults[prefix ? `${prefix}-1` : '1'] ?? standard;
}
