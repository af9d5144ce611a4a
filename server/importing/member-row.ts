import { countries, isCountry, type CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import { isLocale, type Locale } from '#contract/lists/locales.ts';
import { isRegion } from '#contract/lists/regions.ts';
import {
  checkNumber,
  factFields,
  isStoredAs,
  isWordOf,
  recordOf,
  requiredFields,
  type FactField,
  type FactValue,
  type FieldStoredAs,
  type Interest,
  type WordOf,
} from '#contract/profile-fields.ts';
import {
  ABOUT_LENGTH,
  checkDateOfBirth,
  checkEmail,
  checkName,
  emailKey,
} from '#contract/rules/account-rules.ts';
import { checkOfficialName } from '#contract/word-patterns/official-names.ts';
import { isForeignHash } from '../identity/index.ts';
import { peopleAtFirst, placeOf, problemsOfPeople, type People, type Place } from '../profiles/index.ts';
import { createRowReader, type RowReader } from './row-reader.ts';

export interface ImportedMember {
  externalId: string;
  email: string;
  passwordHash: string | null;
  language: Locale;
  premium: boolean;
  signedUpAt: Date | null;
  confirmedAt: Date | null;
  consentAt: Date;
  profile: ImportedProfile;
}

type ImportedFacts = { [F in FactField]: FactValue<F> };

interface ImportedProfile extends Place, ImportedFacts, People {
  gender_sought: Gender;
  date_of_birth: string;
  about: string | null;
  interests: Interest[];
}

export const neededColumns = ['external_id', 'email', ...requiredFields, 'consent_at'];

interface Rules {
  minAge: number;
  genders: readonly Gender[];
  now: Date;
  /** For members whose row has no language and whose country has no language of its own. */
  language: Locale;
}

/**
 * Reads one row of `members.csv`. Returns the member with notes about values that were dropped, or the faults
 * of an invalid row. Members who are too young, or who have not consented to the use of intimate data, are
 * invalid.
 */
export function memberOfRow(
  values: Record<string, string>,
  rules: Rules,
): { member: ImportedMember; notes: string[] } | { faults: string[] } {
  const row = createRowReader(values, rules.now);
  for (const column of neededColumns) row.check(column, row.text(column) === '' ? 'required' : null);
  if (row.faults.length > 0) return { faults: row.faults };

  checkTexts(row, rules);
  const country = countryOf(row);
  const gender = genderOf(row, 'gender', rules);
  // The name of a row without a valid gender is checked as one person's.
  const people = peopleOf(row, gender ?? 'female', rules);
  const genderSought = genderOf(row, 'gender_sought', rules);
  const consentAt = row.past('consent_at');
  const [signedUpAt, confirmedAt] = [row.past('signed_up_at'), row.past('confirmed_at')];
  const premium = row.yes('premium');
  if (row.faults.length > 0 || !country || !gender || !genderSought || !consentAt)
    return { faults: row.faults };

  const language = row.text('language');
  const member: ImportedMember = {
    externalId: row.text('external_id'),
    email: row.text('email'),
    passwordHash: passwordHashOf(row),
    language: isLocale(language) ? language : (countries[country].language ?? rules.language),
    premium,
    signedUpAt,
    confirmedAt,
    consentAt,
    profile: {
      ...placeIn(country, row),
      ...people,
      gender_sought: genderSought,
      date_of_birth: row.text('date_of_birth'),
      about: row.text('about').slice(0, ABOUT_LENGTH) || null,
      interests: wordsIn(row, 'interests'),
      ...factsOf(row),
    },
  };
  return { member, notes: row.notes };
}

function checkTexts(row: RowReader, { minAge, now }: Rules): void {
  const language = row.text('language');
  row.check('external_id', row.text('external_id').length > 200 ? 'too_long' : null);
  row.check('email', checkEmail(row.text('email')));
  row.check(
    'date_of_birth',
    checkDateOfBirth(row.text('date_of_birth'), minAge, now.toISOString().slice(0, 10)),
  );
  row.check('language', language === '' || isLocale(language) ? null : 'invalid');
}

function countryOf(row: RowReader): CountryCode | null {
  const code = row.text('country').toUpperCase();
  if (isCountry(code)) return code;
  row.check('country', 'invalid');
  return null;
}

function genderOf(row: RowReader, column: 'gender' | 'gender_sought', { genders }: Rules): Gender | null {
  const gender = genders.find((one) => one === row.text(column));
  row.check(column, gender ? null : 'invalid');
  return gender ?? null;
}

/** A couple has both names in `name`, as in “Anna & Bram”. */
function peopleOf(row: RowReader, gender: Gender, { minAge, now }: Rules): People {
  const born = row.text('partner_date_of_birth');
  const people = peopleAtFirst({ name: row.text('name'), gender, partner_date_of_birth: born });
  const problems = problemsOfPeople(people, null, {
    minAge,
    today: now.toISOString().slice(0, 10),
    checkOne: (name) => checkName(name, row.text('email')) ?? checkOfficialName(name, null),
  });
  for (const [column, code] of Object.entries(problems)) row.check(column, code);
  return people;
}

function passwordHashOf(row: RowReader): string | null {
  const hash = row.text('password_hash');
  if (hash === '') return null;
  if (isForeignHash(hash)) return hash;
  row.note('password_hash: unknown, the member sets a new password by mail');
  return null;
}

/** Several words of a closed list, separated by `|`. */
function wordsIn<F extends FieldStoredAs<'words'>>(row: RowReader, field: F): WordOf<F>[] {
  const words = row
    .text(field)
    .split('|')
    .map((word) => word.trim());
  return [...new Set(words)].filter((word): word is WordOf<F> => {
    const known = isWordOf(field, word);
    if (word !== '' && !known) row.noteUnknown(field, word);
    return known;
  });
}

// `factOf` returns the type of value that the field stores.
const factsOf = (row: RowReader) => recordOf(factFields, (field) => factOf(row, field)) as ImportedFacts;

function factOf(row: RowReader, field: FactField) {
  if (isStoredAs(field, 'words')) return wordsIn(row, field);
  const value = row.text(field);
  if (value === '') return null;
  if (isStoredAs(field, 'number')) {
    const number = Number(value);
    if (Number.isInteger(number) && checkNumber(field, number) === null) return number;
  } else if (isWordOf(field, value)) return value;
  row.noteUnknown(field, value);
  return null;
}

function placeIn(country: CountryCode, row: RowReader): Place {
  const [regionText, city] = [row.text('region'), row.text('city')];
  const region = regionText !== '' && isRegion(country, regionText) ? regionText : null;
  if (regionText !== '' && region === null) row.noteUnknown('region', regionText);
  try {
    return placeOf({ country, region, city: city || null });
  } catch {
    row.noteUnknown('city', city);
    return placeOf({ country, region, city: null });
  }
}

/** Two rows with the same key are the same person. */
export const keyOf = ({ email }: ImportedMember): string => emailKey(email);
