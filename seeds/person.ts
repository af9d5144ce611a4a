import type { CountryCode } from '#contract/lists/countries.ts';
import type { StandardGender as Gender } from '#contract/lists/genders.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { must } from '#contract/must.ts';
import { interests, type Interest } from '#contract/profile-fields.ts';
import { type ProfileKind } from '#contract/profiles.ts';
import type { PromptAnswer } from '#contract/rules/prompts.ts';
import { townsOf } from '#server/platform/gazetteer/index.ts';
import type { Chance } from './chance.ts';
import type { Facts } from './facts.ts';
import { answeredPrompts, texts, voiced } from './texts.ts';

export interface DemoPerson {
  /**
   * The part before `@example.test` in a named person's address. Null for all others, whose addresses are
   * numbered.
   */
  login: string | null;
  kind: ProfileKind;
  camVariant: 'cam' | 'resell' | null;
  name: string;
  gender: Gender;
  genderSought: Gender | null;
  age: number;
  birthdayDaysAgo: number;
  country: CountryCode;
  region: string;
  city: string;
  lat: number;
  lon: number;
  language: Locale;
  interests: Interest[];
  facts: Facts;
  about: string;
  prompts: PromptAnswer[];
  signupDaysAgo: number;
  /** Minutes since the last activity. If negative, the member stays online for that long. */
  activeMinutesAgo: number;
  confirmed: boolean;
  invisible: boolean;
  premium: boolean;
  credits: number;
  /**
   * Index in `faces`, and indexes of its photos, the main one first. The last `privatePhotos` are private.
   */
  faceId: number;
  shots: number[];
  privatePhotos: number;
}

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
const leisure: readonly Interest[] = interests.slice(interests.indexOf('gym'));

export function selfPortrait(
  chance: Chance,
  language: Locale,
  gender: Gender,
  age: number,
): { interests: Interest[]; about: string } {
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
    ...told.map((interest) => must(own.days[interest], `sentence about ${interest} in ${language}`)),
    chance.pick(own.seeking),
  ];
  return { interests: [...intimate, ...told, ...others], about: voiced(sentences.join(' '), gender) };
}

/** Most people answer two or three prompts, some none. */
export const drawAnswers = (chance: Chance, language: Locale): PromptAnswer[] =>
  chance
    .sample(answeredPrompts, chance.holds(0.15) ? 0 : chance.int(2, 3))
    .map((prompt) => ({ prompt, answer: chance.pick(texts[language].answers[prompt]) }));

/**
 * Draws a city of the country, weighted by size but not proportionally, so that the biggest one does not
 * dominate.
 */
export function drawTown(chance: Chance, country: CountryCode) {
  const town = chance.weighted(
    townsOf(country)
      .slice(0, 60)
      .map((one) => [one, one.population ** 0.75] as const),
  );
  return { region: town.region, city: town.city, lat: town.lat, lon: town.lon };
}
