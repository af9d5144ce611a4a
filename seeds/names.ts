import type { CountryCode } from '#contract/lists/countries.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { texts } from './texts.ts';
import type { FirstNames } from './texts/shape.ts';

// Countries whose first names differ from those of their language.
const byCountry: Partial<Record<CountryCode, FirstNames>> = {
  IE: {
    female: 'Aoife Niamh Ciara Sinéad Róisín Orla Maeve Siobhán',
    male: 'Cian Conor Darragh Fionn Eoin Declan Pádraig Brendan',
  },
  US: {
    female: 'Madison Ashley Brianna Kayla Jennifer Maria Nicole Tiffany Savannah Denise',
    male: 'Tyler Jordan Brandon Carlos Michael Justin Derek Anthony Ethan Wayne',
  },
  NZ: { female: 'Anahera Mereana Kate Holly Tessa Ruth', male: 'Tane Wiremu Callum Hamish Blair Scott' },
  AU: {
    female: 'Matilda Sienna Kirsty Bronte Leanne Tahlia',
    male: 'Lachlan Cooper Angus Shane Jarrod Brett',
  },
  CA: {
    female: 'Emily Geneviève Kelsey Simone Shauna Brooke',
    male: 'Étienne Connor Tristan Gordon Logan Raj',
  },
  AT: {
    female: 'Magdalena Theresa Birgit Elisabeth Valentina Gerlinde',
    male: 'Florian Wolfgang Georg Markus Benedikt Franz',
  },
  CH: { female: 'Ladina Regula Seraina Nadine Corinne Flurina', male: 'Urs Beat Marcel Flavio Pascal Jürg' },
  BE: {
    female: 'Sofie Eline Lies Amber Katrien Hilde Joke Annelies',
    male: 'Wannes Pieter Bart Jef Senne Dries Koenraad Lander',
  },
};

const split = (names: string) => names.split(' ');

/** First names that are usual for a gender and age (18 to 75) in a country, for a speaker of the language. */
export function firstNames(
  country: CountryCode,
  language: Locale,
  gender: 'male' | 'female',
  age: number,
): string[] {
  const own = country === 'BE' && language === 'fr' ? undefined : byCountry[country];
  const common = split(texts[language].firstNames[gender]);
  // The half of the list around the age's position in it.
  const half = Math.ceil(common.length / 2);
  const from = Math.round(Math.min(1, Math.max(0, (age - 22) / 38)) * (common.length - half));
  const usual = common.slice(from, from + half);
  return own ? [...split(own[gender]), ...usual] : usual;
}
