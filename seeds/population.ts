import { countries, countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import type { StandardGender as Gender } from '#contract/lists/genders.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { itemAt } from '#contract/must.ts';
import { findTown } from '#server/platform/gazetteer/index.ts';
import { chanceOf, type Chance } from './chance.ts';
import { drawFacts, drawSexuality, type Sexuality } from './facts.ts';
import { firstNames } from './names.ts';
import { namedPeople } from './people.ts';
import { drawAnswers, drawTown, selfPortrait, type DemoPerson } from './person.ts';
import { facesFor, isCovered, shotsPerFace, type Face } from './portraits.ts';

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
 * The demo's population: the named people first, then drawn ones up to `members`, all aged 18 to 75. The same
 * number always results in the same people. From 120 members on, every country has at least two.
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

type Given = {
  country: CountryCode;
  language?: Locale;
  gender?: Gender;
  age?: number;
  sexuality?: Sexuality;
  face?: number;
};

function drawPerson(chance: Chance, faces: FaceDealer, given: Given): DemoPerson {
  const { country } = given;
  const gender = given.gender ?? (chance.holds(0.54) ? 'female' : 'male');
  const age = given.age ?? drawAge(chance);
  const language = given.language ?? drawLanguage(chance, country);
  const sexuality = given.sexuality ?? drawSexuality(chance, gender);
  const { face, shots } = faces(gender, age, given.face);
  const account = drawAccount(chance, age);
  const photos =
    account.kind === 'member' && chance.holds(0.06) ? [] : shots.slice(0, drawPhotoCount(chance));
  return {
    login: null,
    ...account,
    name: chance.pick(isCovered(face) ? scarfNames : firstNames(country, language, gender, age)),
    gender,
    genderSought: genderSought(gender, sexuality),
    age,
    birthdayDaysAgo: chance.int(1, 360),
    country,
    ...drawTown(chance, country),
    language,
    ...selfPortrait(chance, language, gender, age),
    ...drawActivity(chance),
    faceId: face.id,
    shots: photos,
    privatePhotos: photos.length > 1 && chance.holds(0.25) ? 1 : 0,
    prompts: drawAnswers(chance, language),
    // Facts are drawn last, so that adding one changes nothing else about the demo's people.
    facts: drawFacts(chance, { age, gender, sexuality, language, hairColor: face.hairColor }),
  };
}

function drawAccount(chance: Chance, age: number) {
  const kind = chance.weighted([
    ['member', 90],
    ['fictional', age >= 21 ? 6 : 0],
    ['cam', age >= 21 && age < 55 ? 4 : 0],
  ] as const);
  const isMember = kind === 'member';
  const camVariant = chance.holds(0.5) ? ('cam' as const) : ('resell' as const);
  const confirmed = !isMember || !chance.holds(0.04);
  const premium = isMember && confirmed && chance.holds(0.3);
  return {
    kind,
    camVariant: kind === 'cam' ? camVariant : null,
    confirmed,
    premium,
    invisible: isMember && chance.holds(0.03),
    credits: premium ? chance.int(4, 180) : 0,
  };
}

function genderSought(gender: Gender, sexuality: Sexuality): Gender | null {
  if (sexuality === 'bi') return null;
  if (sexuality !== 'hetero') return gender;
  return gender === 'male' ? 'female' : 'male';
}

const drawPhotoCount = (chance: Chance) =>
  chance.weighted([
    [1, 2],
    [2, 7],
  ] as const);

function drawActivity(chance: Chance): { signupDaysAgo: number; activeMinutesAgo: number } {
  // 8% are new members. The others signed up over a year and a half.
  const signupDaysAgo = chance.holds(0.08) ? chance.int(0, 13) : 14 + Math.floor(530 * chance.next() ** 1.3);
  // Some stay online for hours, because nobody acts for them. The others were online within the last two
  // months.
  const activeMinutesAgo = chance.holds(0.12)
    ? -chance.int(10, 1200)
    : Math.min(Math.floor(86_400 * chance.next() ** 2.6) + 6, signupDaysAgo * 1440);
  return { signupDaysAgo, activeMinutesAgo };
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

type FaceDealer = (gender: Gender, age: number, wanted?: number) => { face: Face; shots: number[] };

/**
 * Deals the faces of an age group in turn. If a face repeats, another of its photos comes first. Faces of
 * named people are never shared.
 */
function faceDealer(): FaceDealer {
  const named = new Set(namedPeople.map((one) => one.face));
  const dealt = new Map<string, number>();
  return (gender, age, wanted) => {
    const all = facesFor(gender, age);
    const fitting = all.filter((face) => (wanted === undefined ? !named.has(face.id) : face.id === wanted));
    if (fitting.length === 0) throw new Error(`Face ${wanted} does not fit ${gender}, ${age}.`);
    const deck = `${gender} ${itemAt(all, 0).ages[0]} ${wanted ?? ''}`;
    const turn = dealt.get(deck) ?? 0;
    dealt.set(deck, turn + 1);
    const face = itemAt(fitting, turn % fitting.length);
    const first = Math.floor(turn / fitting.length) % shotsPerFace;
    return { face, shots: Array.from({ length: shotsPerFace }, (_, i) => (first + i) % shotsPerFace) };
  };
}

/** Women drawn with a headscarf get one of these names in every country. */
const scarfNames = ['Yasmina', 'Nadia', 'Samira', 'Amina', 'Leila', 'Fatima', 'Aylin', 'Noura'];

function countryDeal(count: number): CountryCode[] {
  const least = count >= 100 ? 2 : 0;
  const sum = countryCodes.reduce((total, code) => total + countryWeights[code], 0);
  const all = countryCodes.flatMap((code) =>
    Array.from({ length: Math.max(least, Math.round((countryWeights[code] / sum) * count)) }, () => code),
  );
  const chance = chanceOf('countries');
  const mixed = chance.sample(all, all.length);
  while (mixed.length < count) mixed.push('NL');
  return mixed.slice(0, count);
}
