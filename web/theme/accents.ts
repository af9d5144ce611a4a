import type { CSSProperties } from 'react';
import { accentColours } from '#contract/lists/accent-colours.ts';
import type { Accent } from '#contract/site-settings.ts';

/** The variables of a site's accent, over those of tokens.css. Red is what stands there. */
export function accentOf(accent: Accent): CSSProperties | undefined {
  if (accent === 'red') return undefined;
  return Object.fromEntries(
    Object.entries(accentColours[accent]).map(([name, [day, evening]]) => [`--${name}`, `light-dark(${day}, ${evening})`]),
  ) as CSSProperties;
}
