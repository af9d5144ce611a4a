import type { CSSProperties } from 'react';
import type { Mood } from '#contract/landing-rules.ts';

/** Two colours of each mood, deep and bright; both carry white text on the deep one and ink on the bright one. */
const colours: Record<Mood, [deep: string, bright: string]> = {
  rose: ['#7d1f35', '#f6b6ad'],
  dusk: ['#3a2450', '#e3b7d3'],
  gold: ['#6d3d10', '#f4cf8b'],
  forest: ['#1f4634', '#b9d8b4'],
  sea: ['#16455a', '#a9d5d8'],
  plum: ['#582047', '#e7b1c6'],
};

/** The mood's colours as variables for a page's styles. */
export const moodOf = (mood: Mood): CSSProperties => ({ '--deep': colours[mood][0], '--bright': colours[mood][1] }) as CSSProperties;
