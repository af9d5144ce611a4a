import type { CountryCode } from '#contract/lists/countries.ts';
import { interests, type Gender, type Interest, type ProfileKind } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { townsOf } from '#server/platform/gazetteer/index.ts';
import type { Chance } from './chance.ts';
import type { HairColor } from './portraits/faces.ts';
import { texts, voiced } from './texts.ts';

/** A demo member before any row is written. Times are distances from the moment of seeding. */
export type DemoPerson = {
  /** The part before `@example.test` of a named person's address; everyone else is numbered. */
  login: string | null;
  kind: ProfileKind;
  camVariant: 'cam' | 'resell' | null;
  name: string;
  gender: Gender;
  genderSought: Gender | null;
  sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi';
  age: number;
  /** Days since the last birthday. */
  birthdayDaysAgo: number;
  country: CountryCode;
  region: string;
  city: string;
  lat: number;
  lon: number;
  language: Locale;
  interests: Interest[];
  hairColor: HairColor;
  eyeColor: 'blue' | 'green' | 'hazel' | 'brown';
  bodyType: 'slim' | 'normal' | 'fat';
  relationshipStatus: 'divorced' | 'living_together' | 'married' | 'single' | 'widowed' | 'unmarried';
  tattoos: 'none' | 'some' | 'many';
  about: string;
  signupDaysAgo: number;
  /** Below zero: online for so long still. */
  activeMinutesAgo: number;
  confirmed: boolean;
  invisible: boolean;
  premium: boolean;
  /** Credits left after what the seeds let them spend. */
  credits: number;
  /** Which face of `faces`, and which of its photos, the first one leading; the last `privatePhotos` are private. */
  faceId: number;
  shots: number[];
  privatePhotos: number;
};

const grownUp: readonly Interest[] = [
  'relationship',
  'kissing',
  'hugging',
  'massages',
  'lingerie',
  'safesex',
  'onenightstand',
  'sextoys',
  'exchangingpictures',
  'bondage',
  'threesome',
];
/** The interests from the gym on: what one does besides. */
const leisure: readonly Interest[] = interests.slice(interests.indexOf('gym'));

/** Draws interests and an about-me text in the language that speaks of two of them. */
export function selfPortrait(chance: Chance, language: Locale, gender: Gender, age: number): { interests: Interest[]; about: string } {
  const own = texts[language];
  const told = chance.sample(Object.keys(own.days) as Interest[], chance.int(1, 2));
  const others = chance.sample(
    leisure.filter((one) => !told.includes(one)),
    chance.int(2, 6),
  );
  const intimate = chance.sample(grownUp, chance.int(0, 4));
  const sentences = [
    chance.pick(own.openings),
    ...(age >= 50 && chance.holds(0.6) ? [chance.pick(own.later)] : []),
    ...(age < 66 && chance.holds(0.55) ? [chance.pick(own.works)] : []),
    ...told.map((interest) => own.days[interest]!),
    chance.pick(own.seeking),
  ];
  return { interests: [...intimate, ...told, ...others], about: voiced(sentences.join(' '), gender) };
}

/** A town of the country, the larger the likelier; the biggest city does not swallow all. */
export function drawTown(chance: Chance, country: CountryCode) {
  const town = chance.weighted(
    townsOf(country)
      .slice(0, 60)
      .map((one) => [one, one.population ** 0.75] as const),
  );
  return { region: town.region, city: town.city, lat: town.lat, lon: town.lon };
}

/** Status that suits an age. */
export function drawRelationship(chance: Chance, age: number): DemoPerson['relationshipStatus'] {
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
