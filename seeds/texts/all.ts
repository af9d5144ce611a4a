// Generated from the list of languages and their words by `node scripts/run.mjs scripts/build/write-languages.ts`.

import type { Locale } from '#contract/lists/locales.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nb } from './nb.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import type { Texts } from './shape.ts';
import { sv } from './sv.ts';

export const texts: Record<Locale, Texts> = {
  da,
  de,
  en,
  es,
  fi,
  fr,
  it,
  nb,
  nl,
  pl,
  sv,
};
