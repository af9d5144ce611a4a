import type { CSSProperties } from 'react';
import { accentColours } from '#contract/lists/accent-colours.ts';
import type { Accent } from '#contract/site-settings/settings.ts';

/** CSS variables of a site's accent, which override tokens.css. Red is the default there. */
export function accentOf(accent: Accent): CSSProperties | undefined {
  if (accent === 'red') return undefined;
  const variables = Object.entries(accentColours[accent]).map(([name, [day, evening]]) => [
    `--${name}`,
    `light-dark(${day}, ${evening})`,
  ]);
  return Object.fromEntries(variables);
}
