import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender, ProfileKind } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';

/** The password of every demo member. Demo members exist outside production only. */
export const demoPassword = 'liaison-demo';

/** The secret of the demo operator's authenticator app: `npm run operator` says its code. */
export const demoOperatorSecret = 'LIAISONDEMOOPERATORLIAISONDEMOOP';

/** The address that a named person logs in with. */
export const emailOf = (login: string) => `${login}@example.test`;

/** What is fixed of a named person; the rest is drawn from their name. */
export type NamedPerson = {
  login: string;
  name: string;
  gender: Gender;
  age: number;
  country: CountryCode;
  city: string;
  language: Locale;
  /** Which of `faces`, chosen by eye. */
  face: number;
  sexuality?: 'gay' | 'lesbian' | 'bi';
  kind?: ProfileKind;
  camVariant?: 'cam' | 'resell';
  premium?: boolean;
  credits?: number;
  confirmed?: boolean;
  invisible?: boolean;
  noPhoto?: boolean;
};

/**
 * People whom tests and readers of the README know by name. Fictional and cam
 * profiles have no login: nobody is behind them.
 */
export const namedPeople: readonly NamedPerson[] = [
  { login: 'anna', name: 'Anna', gender: 'female', age: 31, country: 'NL', city: 'Utrecht', language: 'nl', face: 30, premium: true, credits: 120 },
  { login: 'bram', name: 'Bram', gender: 'male', age: 34, country: 'NL', city: 'Utrecht', language: 'nl', face: 127, premium: true, credits: 60 },
  { login: 'sofie', name: 'Sofie', gender: 'female', age: 27, country: 'BE', city: 'Gent', language: 'nl', face: 13 },
  { login: 'daan', name: 'Daan', gender: 'male', age: 29, country: 'NL', city: 'Amsterdam', language: 'nl', face: 115 },
  {
    login: 'julia',
    name: 'Julia',
    gender: 'female',
    age: 38,
    country: 'NL',
    city: 'Rotterdam',
    language: 'nl',
    face: 22,
    sexuality: 'lesbian',
    premium: true,
    credits: 8,
  },
  { login: 'lena', name: 'Lena', gender: 'female', age: 36, country: 'DE', city: 'Köln', language: 'de', face: 16, premium: true, credits: 40 },
  { login: 'jonas', name: 'Jonas', gender: 'male', age: 42, country: 'AT', city: 'Graz', language: 'de', face: 132 },
  {
    login: 'reto',
    name: 'Reto',
    gender: 'male',
    age: 39,
    country: 'CH',
    city: 'Zürich',
    language: 'de',
    face: 133,
    sexuality: 'gay',
    premium: true,
    credits: 25,
  },
  { login: 'chloe', name: 'Chloé', gender: 'female', age: 29, country: 'FR', city: 'Lyon', language: 'fr', face: 28 },
  { login: 'mateo', name: 'Mateo', gender: 'male', age: 33, country: 'ES', city: 'Valencia', language: 'es', face: 116 },
  { login: 'giulia', name: 'Giulia', gender: 'female', age: 30, country: 'IT', city: 'Bologna', language: 'it', face: 18 },
  { login: 'zofia', name: 'Zofia', gender: 'female', age: 26, country: 'PL', city: 'Kraków', language: 'pl', face: 1 },
  { login: 'freja', name: 'Freja', gender: 'female', age: 28, country: 'DK', city: 'Aalborg', language: 'da', face: 23 },
  { login: 'aino', name: 'Aino', gender: 'female', age: 35, country: 'FI', city: 'Tampere', language: 'fi', face: 14, sexuality: 'bi' },
  { login: 'ingrid', name: 'Ingrid', gender: 'female', age: 41, country: 'NO', city: 'Bergen', language: 'nb', face: 39 },
  { login: 'elsa', name: 'Elsa', gender: 'female', age: 33, country: 'SE', city: 'Malmö', language: 'sv', face: 25 },
  { login: 'emma', name: 'Emma', gender: 'female', age: 37, country: 'GB', city: 'Bristol', language: 'en', face: 21, premium: true, credits: 15 },
  { login: 'liam', name: 'Liam', gender: 'male', age: 31, country: 'IE', city: 'Cork', language: 'en', face: 123 },
  { login: 'james', name: 'James', gender: 'male', age: 45, country: 'US', city: 'Chicago', language: 'en', face: 134 },
  { login: 'willem', name: 'Willem', gender: 'male', age: 63, country: 'NL', city: 'Haarlem', language: 'nl', face: 157, premium: true, credits: 33 },
  { login: 'noor', name: 'Noor', gender: 'female', age: 24, country: 'NL', city: 'Groningen', language: 'nl', face: 11, confirmed: false, noPhoto: true },
  { login: 'sem', name: 'Sem', gender: 'male', age: 22, country: 'NL', city: 'Breda', language: 'nl', face: 102, sexuality: 'bi', invisible: true },
  { login: 'marit', name: 'Marit', gender: 'female', age: 44, country: 'NL', city: 'Zwolle', language: 'nl', face: 37, kind: 'fictional' },
  { login: 'thea', name: 'Thea', gender: 'female', age: 52, country: 'NL', city: 'Arnhem', language: 'nl', face: 45, kind: 'fictional' },
  { login: 'luna', name: 'Luna', gender: 'female', age: 28, country: 'NL', city: 'Amsterdam', language: 'nl', face: 24, kind: 'cam', camVariant: 'cam' },
  { login: 'vera', name: 'Vera', gender: 'female', age: 33, country: 'NL', city: 'Rotterdam', language: 'nl', face: 29, kind: 'cam', camVariant: 'resell' },
];
