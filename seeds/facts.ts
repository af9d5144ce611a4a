import type { Gender } from '#contract/lists/genders.ts';
import type { FactField, WordOf } from '#contract/profile-fields.ts';
import { factFields } from '#contract/profile-fields.ts';
import type { Chance } from './chance.ts';
import type { HairColor } from './portraits/faces.ts';

export type Facts = { [F in FactField]: WordOf<F> };
export type Sexuality = Facts['sexuality'];

interface Drawn {
  age: number;
  gender: Gender;
  sexuality: Sexuality;
  hairColor: HairColor;
}

type Draw = { [F in FactField]: (chance: Chance, person: Drawn) => WordOf<F> };

const draw: Draw = {
  relationship_status: (chance, { age }) => drawRelationship(chance, age),
  sexuality: (_chance, person) => person.sexuality,
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
