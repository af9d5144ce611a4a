import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '#contract/must.ts';
import { TOKENS } from './write-palette.ts';

// `node scripts/run.mjs scripts/build/put-on-scale.ts`: replaces literal sizes, weights and spaces in the style sheets with
// the nearest step of the scales in web/theme/tokens.css, as scripts/checks/check-web.ts requires. Colours
// are not replaced, because the intended one is unknown.

const tokens = readFileSync(TOKENS, 'utf8');
const stepsOf = (name: string) =>
  [...tokens.matchAll(new RegExp(`--${name}-(\\d+):`, 'g'))].map(([, step]) => Number(step));
const types = stepsOf('type');
const spaces = stepsOf('space');
const weights: Record<string, string> = { 4: 'regular', 5: 'medium', 6: 'strong', 7: 'bold' };

const nearest = (steps: number[], px: number) =>
  itemAt(
    steps.toSorted((a, b) => Math.abs(a - px) - Math.abs(b - px) || b - a),
    0,
  );
const size = (value: string) =>
  value.includes('clamp(')
    ? value
    : value.replace(/(?<![\w.-])([\d.]+)(rem|px)\b/g, (literal, number: string, unit: string) => {
        const px = Number(number) * (unit === 'rem' ? 16 : 1);
        return px < 10 || px > 33 ? literal : `var(--type-${nearest(types, px)})`;
      });
const weight = (value: string) =>
  value.replace(/(^|\s)([4-7])(\d)\d(?=\s|$)/g, (_, before: string, hundreds: string, tens: string) =>
    hundreds === '6' && tens === '5' ? `${before}var(--bold)` : `${before}var(--${weights[hundreds]})`,
  );
const space = (value: string) =>
  value.replace(/(?<![\w.])(-?)([\d.]+)px\b/g, (literal, minus: string, number: string) => {
    const px = Number(number);
    if (px <= 1 || px > itemAt(spaces, -1)) return literal;
    return minus ? `calc(-1 * var(--space-${nearest(spaces, px)}))` : `var(--space-${nearest(spaces, px)})`;
  });

export function onScale(sheet: string): string {
  return sheet.replace(
    /([{;\s])([a-z-]+):\s*([^;{}]+)(?=;)/g,
    (declaration, before: string, property: string, value: string) => {
      if (property === 'font-size') return `${before}${property}: ${size(value)}`;
      if (property === 'font-weight') return `${before}${property}: ${weight(value)}`;
      if (property === 'font' && value.includes('/')) {
        const [head = '', ...rest] = value.split('/');
        const named = value.includes('--display')
          ? head.replace(/(^|\s)\d{3}(?=\s)/, '$1var(--display-weight)')
          : weight(head);
        return `${before}${property}: ${[size(named), ...rest].join('/')}`;
      }
      return /^(?:padding|margin|gap|row-gap|column-gap|scroll-margin|scroll-padding)(?:-[a-z]+)*$/.test(
        property,
      )
        ? `${before}${property}: ${space(value)}`
        : declaration;
    },
  );
}

if (import.meta.main) {
  for (const app of ['web', 'office']) {
    const folder = new URL(`../../${app}/`, import.meta.url).pathname;
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.css') || /theme\/(?:tokens|fonts)\.css$/.test(name)) continue;
      const path = join(folder, name);
      const sheet = readFileSync(path, 'utf8');
      if (onScale(sheet) !== sheet) writeFileSync(path, onScale(sheet));
    }
  }
}
