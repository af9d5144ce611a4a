/**
 * Colours of every accent except red, in light and dark mode, by variable of tokens.css. They have a file of
 * their own because every page loads them.
 */
export const accentColours = {
  violet: {
    red: ['#6b3fc4', '#a98bf5'],
    'red-press': ['#562fa6', '#bda5f8'],
    'red-text': ['#6236bb', '#b79dfa'],
    'on-red': ['#ffffff', '#160a2e'],
    blush: ['#f1ecfd', '#2a2040'],
    'on-blush': ['#4d2a96', '#c9b5fb'],
  },
  teal: {
    red: ['#0b7a75', '#4cc9c2'],
    'red-press': ['#08625e', '#74d8d2'],
    'red-text': ['#0a6f6a', '#62d2cb'],
    'on-red': ['#ffffff', '#04211f'],
    blush: ['#e3f4f2', '#12302e'],
    'on-blush': ['#07524e', '#9be5e0'],
  },
  amber: {
    red: ['#a4570b', '#f0a84a'],
    'red-press': ['#874607', '#f5bd73'],
    'red-text': ['#985008', '#f2b25e'],
    'on-red': ['#ffffff', '#281502'],
    blush: ['#fdf0de', '#36270f'],
    'on-blush': ['#733c05', '#f7cd95'],
  },
  blue: {
    red: ['#245fbf', '#7fb0fa'],
    'red-press': ['#1b4c9c', '#9ec3fb'],
    'red-text': ['#2058b3', '#8db9fb'],
    'on-red': ['#ffffff', '#071a37'],
    blush: ['#e8f0fd', '#18263d'],
    'on-blush': ['#17438c', '#b3d0fc'],
  },
} as const satisfies Record<
  string,
  Record<
    'red' | 'red-press' | 'red-text' | 'on-red' | 'blush' | 'on-blush',
    readonly [day: string, evening: string]
  >
>;
