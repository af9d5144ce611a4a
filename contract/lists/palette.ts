/**
 * The brand colours, each in light and dark mode. scripts/build/write-palette.ts generates
 * web/theme/tokens.css from them; mails, receipts, the sandbox and generated pictures import them.
 */
export const palette = {
  ink: ['#1d1415', '#f7ece6'],
  'ink-2': ['#6b5a58', '#b59f99'],
  paper: ['#fffaf6', '#171011'],
  card: ['#ffffff', '#221819'],
  line: ['#efe3dc', '#38292a'],
  'field-line': ['#9b8781', '#7d6765'],
  red: ['#d6203a', '#ff4d5e'],
  'red-press': ['#b3142d', '#ff6b79'],
  'red-text': ['#c81a34', '#ff6d7a'],
  'on-red': ['#ffffff', '#1d0609'],
  blush: ['#fdeceb', '#3a1c21'],
  'on-blush': ['#a81029', '#ff9aa3'],
  soft: ['#f7efe9', '#2a1e1f'],
  gold: ['#b97a12', '#e8b04b'],
  'gold-soft': ['#fdf1d9', '#37290f'],
  'on-gold-soft': ['#714706', '#f3cd86'],
  green: ['#1f7a4d', '#62c894'],
  'green-soft': ['#e4f4ea', '#16301f'],
  'on-green-soft': ['#14553a', '#9ee0bd'],
  online: ['#3fbf79', '#4fd48b'],
  danger: ['#b3142d', '#ff8d98'],
  skeleton: ['#f3e7df', '#2a1e1f'],
  'skeleton-light': ['#fbf4ee', '#352627'],
  focus: ['#1d1415', '#f7ece6'],
} as const satisfies Record<string, readonly [day: string, evening: string]>;

export const fixedColours = {
  white: '#ffffff',
  cream: '#fffaf6',
  night: '#1d1415',
  crimson: '#b3142d',
  'crimson-bright': '#c81a34',
  rose: '#ff4d5e',
  wine: '#8d0f24',
  'wine-deep': '#450912',
  'on-wine': '#fff4ee',
  'on-wine-2': '#f2cfc6',
  leaf: '#1f7a4d',
  'online-on-photo': '#4fd48b',
  coin: '#f0c261',
  'coin-line': '#d39a2c',
  'coin-edge': '#b97a12',
  'portrait-from': '#f3d9cf',
  'portrait-to': '#d9a79f',
  'on-portrait': '#5a2420',
  'red-2': '#fdd9d8',
  'red-4': '#f2868c',
} as const;

export const [day, evening] = ([0, 1] as const).map((time) =>
  Object.fromEntries(Object.entries(palette).map(([name, pair]) => [name, pair[time]])),
) as [Record<keyof typeof palette, string>, Record<keyof typeof palette, string>];

export const customProperties = (names: readonly (keyof typeof palette)[]): string =>
  [
    'color-scheme:light dark',
    ...names.map((name) => `--${name}:light-dark(${palette[name].join(',')})`),
  ].join(';');
