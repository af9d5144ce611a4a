import type { StandardGender as Gender } from '#contract/lists/genders.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { FactField, FactValue, WordOf } from '#contract/profile-fields.ts';
import { factFields, wordsOf } from '#contract/profile-fields.ts';
import type { Chance } from './chance.ts';
import type { HairColor } from './portraits/faces.ts';

export type Facts = { [F in FactField]: FactValue<F> };
export type Sexuality = WordOf<'sexuality'>;

interface Drawn {
  age: number;
  gender: Gender;
  sexuality: Sexuality;
  hairColor: HairColor;
  language: Locale;
}

type Draw = { [F in FactField]: (chance: Chance, person: Drawn) => FactValue<F> };

const draw: Draw = {
  intention: (chance, { age }) => drawIntention(chance, age),
  relationship_status: (chance, { age }) => drawRelationship(chance, age),
  sexuality: (_chance, person) => person.sexuality,
  pronouns: (chance, { gender }) =>
    chance.weighted([
      [null, 12],
      [gender === 'female' ? 'she' : 'he', 6],
      [gender === 'female' ? 'she_they' : 'he_they', 1],
    ] as const),
  children: (chance, { age }) => drawChildren(chance, age),
  languages: (chance, { language }) => drawLanguages(chance, language),
  education: (chance, { age }) =>
    chance.weighted([
      [null, 4],
      ['secondary', 2],
      ['vocational', 4],
      ['higher', 5],
      ['studying', age < 28 ? 4 : 0.1],
    ] as const),
  height: (chance, { gender }) => {
    // The sum of three draws is close to a bell curve.
    const spread = chance.int(-6, 6) + chance.int(-6, 6) + chance.int(-6, 6);
    return chance.holds(0.75) ? (gender === 'female' ? 168 : 181) + spread : null;
  },
  body_type: (chance) =>
    chance.weighted([
      ['normal', 6],
      ['slim', 3],
      ['fat', 2],
    ] as const),
  hair_color: (_chance, person) => person.hairColor,
  eye_color: (chance) =>
    chance.weighted([
      ['blue', 4],
      ['brown', 4],
      ['green', 2],
      ['hazel', 2],
    ] as const),
  tattoos: (chance, { age }) =>
    chance.weighted([
      ['none', 5],
      ['some', 3],
      ['many', age < 50 ? 1 : 0.2],
    ] as const),
  smoking: (chance) =>
    chance.weighted([
      ['no', 7],
      ['sometimes', 2],
      ['yes', 2],
    ] as const),
  drinking: (chance) =>
    chance.weighted([
      [null, 3],
      ['no', 3],
      ['sometimes', 7],
      ['often', 1],
    ] as const),
};

export function drawFacts(chance: Chance, person: Drawn): Facts {
  const drawn = factFields.map((field) => [field, draw[field](chance, person)]);
  // `drawn` has exactly one entry for each field, of that field's type.
  return Object.fromEntries(drawn) as Facts;
}

export function drawSexuality(chance: Chance, gender: Gender): Sexuality {
  return gender === 'female'
    ? chance.weighted([
        ['hetero', 80],
        ['lesbian', 8],
        ['bi', 12],
      ] as const)
    : chance.weighted([
        ['hetero', 84],
        ['gay', 9],
        ['bi', 7],
      ] as const);
}

function drawIntention(chance: Chance, age: number): Facts['intention'] {
  if (chance.holds(0.15)) return [];
  if (chance.holds(0.12)) return ['unsure'];
  const first = chance.weighted([
    ['long_term', age < 30 ? 3 : 5],
    ['dates', 5],
    ['casual', 3],
  ] as const);
  const chosen = new Set<WordOf<'intention'>>([
    first,
    ...(chance.holds(0.35) ? (['friendship'] as const) : []),
  ]);
  return wordsOf('intention').filter((word) => chosen.has(word));
}

function drawChildren(chance: Chance, age: number): Facts['children'] {
  if (age < 32)
    return chance.weighted([
      [null, 4],
      ['none', 5],
      ['want', 4],
    ] as const);
  return chance.weighted([
    [null, 3],
    ['none', 4],
    ['want', age < 42 ? 2 : 0.1],
    ['at_home', age < 55 ? 4 : 0.5],
    ['grown_up', age < 45 ? 0.1 : 5],
  ] as const);
}

function drawLanguages(chance: Chance, language: Locale): Facts['languages'] {
  const own = language === 'nb' ? 'no' : language;
  const other = chance.pick(wordsOf('languages').slice(0, 6));
  const spoken = new Set([
    own,
    ...(chance.holds(0.7) ? ['en' as const] : []),
    ...(chance.holds(0.3) ? [other] : []),
  ]);
  return wordsOf('languages').filter((word) => spoken.has(word));
}

function drawRelationship(chance: Chance, age: number): Facts['relationship_status'] {
  if (age < 30)
    return chance.weighted([
      ['single', 8],
      ['unmarried', 2],
      ['living_together', 1],
    ] as const);
  if (age < 50)
    return chance.weighted([
      ['single', 6],
      ['divorced', 3],
      ['unmarried', 2],
      ['living_together', 1],
      ['married', 1],
    ] as const);
  return chance.weighted([
    ['single', 3],
    ['divorced', 5],
    ['widowed', age > 60 ? 3 : 1],
    ['unmarried', 1],
    ['married', 1],
  ] as const);
}
