import { ABOUT_LENGTH, checkDateOfBirth, checkEmail, checkName, emailKey, tidyName } from '#contract/rules/account-rules.ts';
import { countries, isCountry, type CountryCode } from '#contract/lists/countries.ts';
import { bodyTypes, eyeColors, genders, hairColors, interests, relationshipStatuses, sexualities, tattooAnswers, type Gender } from '#contract/enums.ts';
import { isLocale, type Locale } from '#contract/lists/locales.ts';
import { isRegion } from '#contract/lists/regions.ts';
import { isForeignHash } from '../identity/index.ts';
import { placeOf, type Place } from '../profiles/index.ts';

/** A member as the files describe one, checked. */
export interface ImportedMember {
  externalId: string;
  email: string;
  passwordHash: string | null;
  language: Locale;
  premium: boolean;
  signedUpAt: Date | null;
  confirmedAt: Date | null;
  consentAt: Date;
  profile: Place & {
    name: string;
    gender: Gender;
    gender_sought: Gender;
    date_of_birth: string;
    about: string | null;
    interests: string[];
    sexuality: string | null;
    hair_color: string | null;
    eye_color: string | null;
    body_type: string | null;
    relationship_status: string | null;
    tattoos: string | null;
  };
}

/** Columns without which `members.csv` is not read. */
export const neededColumns = ['external_id', 'email', 'name', 'gender', 'gender_sought', 'date_of_birth', 'country', 'consent_at'] as const;

interface Rules {
  minAge: number;
  /** By the database's clock. */
  now: Date;
  /** The language of members whose row names none. */
  language: Locale;
}

/**
 * Reads one line of `members.csv`. Either the member, with notes about what was left out, or the reasons why not: nobody comes in
 * members who are too young or have not consented to the use of intimate data.
 */
export function memberOfRow(
  values: Record<string, string>,
  { minAge, now, language }: Rules,
): { member: ImportedMember; notes: string[] } | { faults: string[] } {
  const faults: string[] = [];
  const notes: string[] = [];
  const text = (name: string) => values[name]?.trim() ?? '';
  const check = (column: string, fault: string | null) => void (fault && faults.push(`${column}: ${fault}`));
  for (const column of neededColumns) check(column, text(column) === '' ? 'required' : null);
  if (faults.length > 0) return { faults };

  check('external_id', text('external_id').length > 200 ? 'too_long' : null);
  check('email', checkEmail(text('email')));
  check('name', checkName(text('name'), text('email')));
  check('date_of_birth', checkDateOfBirth(text('date_of_birth'), minAge, now.toISOString().slice(0, 10)));
  for (const column of ['gender', 'gender_sought'] as const) check(column, (genders as readonly string[]).includes(text(column)) ? null : 'invalid');
  const country = text('country').toUpperCase();
  check('country', isCountry(country) ? null : 'invalid');
  const consentAt = past('consent_at');
  const [signedUpAt, confirmedAt] = [past('signed_up_at'), past('confirmed_at')];
  check('language', text('language') === '' || isLocale(text('language')) ? null : 'invalid');
  check('premium', yes('premium') === null ? 'invalid' : null);
  if (faults.length > 0 || !consentAt) return { faults };

  const hash = text('password_hash');
  if (hash !== '' && !isForeignHash(hash)) notes.push('password_hash: unknown, the member sets a new password by mail');
  const member: ImportedMember = {
    externalId: text('external_id'),
    email: text('email'),
    passwordHash: hash !== '' && isForeignHash(hash) ? hash : null,
    language: isLocale(text('language')) ? (text('language') as Locale) : (countries[country as CountryCode].language ?? language),
    premium: yes('premium') === true,
    signedUpAt,
    confirmedAt,
    consentAt,
    profile: {
      ...place(country as CountryCode),
      name: tidyName(text('name')),
      gender: text('gender') as Gender,
      gender_sought: text('gender_sought') as Gender,
      date_of_birth: text('date_of_birth'),
      about: text('about').slice(0, ABOUT_LENGTH) || null,
      interests: [
        ...new Set(
          text('interests')
            .split('|')
            .map((word) => word.trim()),
        ),
      ].filter((word) => {
        const known = (interests as readonly string[]).includes(word);
        if (word !== '' && !known) notes.push(`interests: ${word.slice(0, 40)} is not known`);
        return known;
      }),
      sexuality: oneOf('sexuality', sexualities),
      hair_color: oneOf('hair_color', hairColors),
      eye_color: oneOf('eye_color', eyeColors),
      body_type: oneOf('body_type', bodyTypes),
      relationship_status: oneOf('relationship_status', relationshipStatuses),
      tattoos: oneOf('tattoos', tattooAnswers),
    },
  };
  return { member, notes };

  /** A date or instant in the past; null where there is none, a fault for anything else. */
  function past(column: string): Date | null {
    if (text(column) === '') return null;
    const at = /^\d{4}-\d{2}-\d{2}/.test(text(column)) ? new Date(text(column)) : new Date(Number.NaN);
    if (Number.isNaN(at.getTime()) || at > now || at.getFullYear() < 1990) return (check(column, 'invalid'), null);
    return at;
  }

  function yes(column: string): boolean | null {
    const word = text(column).toLowerCase();
    return ['', 'no', '0', 'false'].includes(word) ? false : ['yes', '1', 'true'].includes(word) ? true : null;
  }

  function oneOf(column: string, known: readonly string[]): string | null {
    const word = text(column);
    if (word === '') return null;
    if (known.includes(word)) return word;
    notes.push(`${column}: ${word.slice(0, 40)} is not known`);
    return null;
  }

  /** A town or region that nobody knows is left out; the country stays. */
  function place(code: CountryCode): Place {
    const region = text('region') !== '' && isRegion(code, text('region')) ? text('region') : null;
    if (text('region') !== '' && region === null) notes.push(`region: ${text('region').slice(0, 40)} is not known`);
    try {
      return placeOf({ country: code, region, city: text('city') || null });
    } catch {
      notes.push(`city: ${text('city').slice(0, 40)} is not known`);
      return placeOf({ country: code, region, city: null });
    }
  }
}

/** What makes two rows the same person here. */
export const keyOf = ({ email }: ImportedMember): string => emailKey(email);
