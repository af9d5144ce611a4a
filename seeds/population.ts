import { countries, countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { findTown } from '#server/platform/gazetteer/index.ts';
import { chanceOf, type Chance } from './chance.ts';
import { firstNames } from './names.ts';
import { namedPeople } from './people.ts';
import { drawRelationship, drawTown, selfPortrait, type DemoPerson } from './person.ts';
import { facesFor, isCovered, shotsPerFace, type Face } from './portraits.ts';

/** Members of every hundred: most from the Netherlands, some from each country. */
export const countryWeights: Record<CountryCode, number> = {
  NL: 38,
  BE: 10,
  DE: 9,
  GB: 6,
  FR: 5,
  US: 5,
  ES: 3.6,
  IT: 3.6,
  PL: 3,
  AT: 2.4,
  CH: 2.4,
  SE: 2.4,
  NO: 2,
  DK: 2,
  FI: 2,
  IE: 1.6,
  CA: 1.6,
  AU: 1.6,
  NZ: 1,
};
/** Countries of several languages: the share that speaks another than the country's first. */
const alsoSpoken: Partial<Record<CountryCode, readonly (readonly [Locale, number])[]>> = {
  BE: [['fr', 0.3]],
  CH: [
    ['fr', 0.22],
    ['it', 0.06],
  ],
  CA: [['fr', 0.2]],
  FI: [['sv', 0.05]],
};

/**
 * The demo's population: the named people first, then drawn ones up to
 * `members`, all adults of 18 to 75. The same number gives the same people; every
 * country has at least two from 120 members on.
 */
export function population(members: number): DemoPerson[] {
  const faces = faceDealer();
  const named = namedPeople.slice(0, members).map((one): DemoPerson => {
    const chance = chanceOf(`named ${one.login}`);
    const drawn = drawPerson(chance, faces, { ...one, sexuality: one.sexuality ?? 'hetero' });
    const town = findTown(one.country, one.city);
    return {
      ...drawn,
      login: (one.kind ?? 'member') === 'member' ? one.login : null,
      kind: one.kind ?? 'member',
      camVariant: one.camVariant ?? null,
      name: one.name,
      ...(town ? { region: town.region, city: town.city, lat: town.lat, lon: town.lon } : {}),
      confirmed: one.confirmed ?? true,
      invisible: one.invisible ?? false,
      premium: one.premium ?? false,
      credits: one.credits ?? 0,
      shots: one.noPhoto ? [] : [0, 1, 2],
      privatePhotos: one.noPhoto ? 0 : drawn.privatePhotos,
    };
  });
  const countryOf = countryDeal(Math.max(0, members - named.length));
  const others = countryOf.map((country, i) => drawPerson(chanceOf(`member ${i}`), faces, { country }));
  return [...named, ...others];
}

type Given = { country: CountryCode; language?: Locale; gender?: Gender; age?: number; sexuality?: DemoPerson['sexuality']; face?: number };

function drawPerson(chance: Chance, faces: FaceDealer, given: Given): DemoPerson {
  const { country } = given;
  const gender = given.gender ?? (chance.holds(0.54) ? 'female' : 'male');
  const age = given.age ?? drawAge(chance);
  const language = given.language ?? drawLanguage(chance, country);
  const kind = chance.weighted([
    ['member', 90],
    ['fictional', age >= 21 ? 6 : 0],
    ['cam', age >= 21 && age < 55 ? 4 : 0],
  ] as const);
  const sexuality = given.sexuality ?? drawSexuality(chance, gender);
  const other = gender === 'male' ? 'female' : 'male';
  const { face, shots } = faces(gender, age, given.face);
  const confirmed = kind !== 'member' || !chance.holds(0.04);
  const premium = kind === 'member' && confirmed && chance.holds(0.3);
  // One in twelve is new, as `is_new` counts; the others came over a year and a half.
  const signupDaysAgo = chance.holds(0.08) ? chance.int(0, 13) : 14 + Math.floor(530 * chance.next() ** 1.3);
  const photos =
    kind === 'member' && chance.holds(0.06)
      ? []
      : shots.slice(
          0,
          chance.weighted([
            [1, 2],
            [2, 7],
          ] as const),
        );
  return {
    login: null,
    kind,
    camVariant: kind === 'cam' ? (chance.holds(0.5) ? 'cam' : 'resell') : null,
    name: chance.pick(isCovered(face) ? scarfNames : firstNames(country, language, gender, age)),
    gender,
    genderSought: sexuality === 'bi' ? null : sexuality === 'hetero' ? other : gender,
    sexuality,
    age,
    birthdayDaysAgo: chance.int(1, 360),
    country,
    ...drawTown(chance, country),
    language,
    ...selfPortrait(chance, language, gender, age),
    hairColor: face.hairColor,
    eyeColor: chance.weighted([
      ['blue', 4],
      ['brown', 4],
      ['green', 2],
      ['hazel', 2],
    ] as const),
    bodyType: chance.weighted([
      ['normal', 6],
      ['slim', 3],
      ['fat', 2],
    ] as const),
    relationshipStatus: drawRelationship(chance, age),
    tattoos: chance.weighted([
      ['none', 5],
      ['some', 3],
      ['many', age < 50 ? 1 : 0.2],
    ] as const),
    signupDaysAgo,
    // Some are online, and stay so for hours to come: nobody is behind them to come back. The rest were here today, this week,
    // or up to two months ago.
    activeMinutesAgo: chance.holds(0.12) ? -chance.int(10, 1200) : Math.min(Math.floor(86_400 * chance.next() ** 2.6) + 6, signupDaysAgo * 1440),
    confirmed,
    invisible: kind === 'member' && chance.holds(0.03),
    premium,
    credits: premium ? chance.int(4, 180) : 0,
    faceId: face.id,
    shots: photos,
    privatePhotos: photos.length > 1 && chance.holds(0.25) ? 1 : 0,
  };
}

function drawAge(chance: Chance): number {
  const [from, to] = chance.weighted([
    [[18, 25], 18],
    [[26, 35], 30],
    [[36, 45], 24],
    [[46, 55], 16],
    [[56, 65], 8],
    [[66, 75], 4],
  ] as const);
  return chance.int(from, to);
}

function drawLanguage(chance: Chance, country: CountryCode): Locale {
  for (const [language, share] of alsoSpoken[country] ?? []) if (chance.holds(share)) return language;
  return countries[country].language;
}

function drawSexuality(chance: Chance, gender: Gender): DemoPerson['sexuality'] {
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

type FaceDealer = (gender: Gender, age: number, wanted?: number) => { face: Face; shots: number[] };

/**
 * Deals the faces of an age round before any comes again, and then with another photo in front. Faces of named people
 * are theirs alone.
 */
function faceDealer(): FaceDealer {
  const named = new Set(namedPeople.map((one) => one.face));
  const dealt = new Map<string, number>();
  return (gender, age, wanted) => {
    const all = facesFor(gender, age);
    const fitting = all.filter((face) => (wanted === undefined ? !named.has(face.id) : face.id === wanted));
    if (fitting.length === 0) throw new Error(`Face ${wanted} does not fit ${gender}, ${age}.`);
    const deck = `${gender} ${all[0]!.ages[0]} ${wanted ?? ''}`;
    const turn = dealt.get(deck) ?? 0;
    dealt.set(deck, turn + 1);
    const face = fitting[turn % fitting.length]!;
    const first = Math.floor(turn / fitting.length) % shotsPerFace;
    return { face, shots: Array.from({ length: shotsPerFace }, (_, i) => (first + i) % shotsPerFace) };
  };
}

/** Women who are drawn with a headscarf have names that are usual with it, in every country. */
const scarfNames = ['Yasmina', 'Nadia', 'Samira', 'Amina', 'Leila', 'Fatima', 'Aylin', 'Noura'];

/** Shares `count` members out over the countries by weight, two each at least, in a mixed order. */
function countryDeal(count: number): CountryCode[] {
  const least = count >= 100 ? 2 : 0;
  const sum = countryCodes.reduce((total, code) => total + countryWeights[code], 0);
  const all = countryCodes.flatMap((code) => Array.from({ length: Math.max(least, Math.round((countryWeights[code] / sum) * count)) }, () => code));
  const chance = chanceOf('countries');
  const mixed = chance.sample(all, all.length);
  while (mixed.length < count) mixed.push('NL');
  return mixed.slice(0, count);
}
