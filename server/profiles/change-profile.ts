import { sql } from 'kysely';
import type { FieldCode } from '#contract/errors.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import type { ProfileChange } from '#contract/profiles.ts';
import {
  ABOUT_LENGTH,
  checkDateOfBirth,
  checkName,
  checkOperatorName,
  NAME_LENGTH,
} from '#contract/rules/account-rules.ts';
import { ANSWER_LENGTH, checkAnswer, type PromptAnswer } from '#contract/rules/prompts.ts';
import { checkOfficialName } from '#contract/word-patterns/official-names.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { peopleAfter, problemsOfPeople, type People } from './people-of-profile.ts';
import { placeOf } from './place.ts';
import { tidyWords } from './tidy-words.ts';

export interface ProfileRules {
  /** The site's name. New names must not contain it. Null, for profiles that operators write, allows it. */
  name: string | null;
  min_age: number;
  /**
   * Countries that a member may move to; members who already live elsewhere may stay. Without this list every
   * country is allowed.
   */
  countries?: readonly string[];
  /** Genders that a member may change to, and seek. Members may keep another. Without this list all are allowed. */
  genders?: readonly Gender[];
}

/**
 * PUT /api/profile.php: changes the given fields. Throws `invalid_fields` if they break the rules for
 * profiles (docs/product.md 5.7) or of the site.
 */
export async function changeProfile(
  db: Db,
  memberId: number,
  change: ProfileChange,
  rules: ProfileRules,
): Promise<void> {
  const { min_age: minAge } = rules;
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<Current>`
      select m.email, m.roles <> '{}' as staff, p.name, p.gender, p.partner_date_of_birth::text, p.gender_sought, p.country, p.region, p.city, app_now()::date::text as today
      from profiles p join members m on m.id = p.id where p.id = ${memberId} for no key update of p`.execute(
      tx,
    );
    const current = rows[0];
    if (!current) throw refuse('not_found');

    const fields = problemsOf(change, current, rules);
    if (Object.keys(fields).length > 0)
      throw refuseFields(fields, { min_age: minAge, limit: limitOf(fields) });

    const values = {
      ...withoutOthers(change),
      ...changedPeople(change, current),
      ...(change.date_of_birth !== undefined && { date_of_birth: change.date_of_birth.trim() }),
      ...(change.about !== undefined && { about: tidyText(change.about) }),
      ...(change.prompts !== undefined && { prompts: JSON.stringify(change.prompts.map(tidyAnswer)) }),
      ...tidyWords(change),
      ...(change.hidden_fields !== undefined && { hidden_fields: [...new Set(change.hidden_fields)] }),
      ...changedPlace(change, current),
    };
    if (Object.keys(values).length > 0)
      await tx.updateTable('profiles').set(values).where('id', '=', memberId).execute();
  });
}

interface Current extends People {
  email: string | null;
  staff: boolean;
  gender_sought: Gender | null;
  country: CountryCode;
  region: string | null;
  city: string | null;
  today: string;
}

function problemsOf(
  change: ProfileChange,
  current: Current,
  { name: siteName, min_age: minAge, countries, genders }: ProfileRules,
): Record<string, FieldCode> {
  const nameFault = current.staff ? checkOperatorName : checkName;
  const problems: Record<string, FieldCode | null> = {
    ...problemsOfPeople(peopleAfter(change, current), current, {
      minAge,
      today: current.today,
      checkOne: (name) => nameFault(name, current.email) ?? checkOfficialName(name, siteName),
    }),
    date_of_birth:
      change.date_of_birth === undefined
        ? null
        : checkDateOfBirth(change.date_of_birth, minAge, current.today),
    country: isOpen(change.country, current.country, countries) ? null : 'country_missing',
    gender: isOpen(change.gender, current.gender, genders) ? null : 'gender_missing',
    gender_sought: isOpen(change.gender_sought, current.gender_sought, genders) ? null : 'gender_missing',
    about: [...(change.about ?? '')].length > ABOUT_LENGTH ? 'too_long' : null,
    ...problemsOfAnswers(change.prompts ?? []),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, FieldCode] => entry[1] !== null),
  );
}

/** The fields that no other one decides about. */
function withoutOthers(change: ProfileChange) {
  const { lat: _lat, lon: _lon, country: _country, region: _region, city: _city, ...rest } = change;
  const { name: _name, gender: _gender, partner_date_of_birth: _born, ...plain } = rest;
  return plain;
}

function changedPeople(change: ProfileChange, current: People): Partial<People> {
  const after = peopleAfter(change, current);
  return {
    ...(after.name !== current.name && { name: after.name }),
    ...(after.gender !== current.gender && { gender: after.gender }),
    ...(after.partner_date_of_birth !== current.partner_date_of_birth && {
      partner_date_of_birth: after.partner_date_of_birth,
    }),
  };
}

/** Whether a site allows a value: one that it offers, or the one that the member already has. */
const isOpen = (value: string | undefined, current: string | null, offered?: readonly string[]): boolean =>
  !offered || value === undefined || value === current || offered.includes(value);

/** Answers have the field names `prompts.<prompt>`. */
const problemsOfAnswers = (answers: readonly PromptAnswer[]): Record<string, FieldCode | null> =>
  Object.fromEntries(
    answers.map(({ prompt, answer }, index) => [
      `prompts.${prompt}`,
      answers.findIndex((one) => one.prompt === prompt) < index ? 'invalid' : checkAnswer(answer),
    ]),
  );

const tidyAnswer = ({ prompt, answer }: PromptAnswer): PromptAnswer => ({
  prompt,
  answer: tidyText(answer) ?? '',
});

function limitOf(fields: Record<string, FieldCode>): number {
  if (Object.keys(fields).every((field) => field.startsWith('prompts.'))) return ANSWER_LENGTH;
  const names = [fields['name'], fields['partner_name']];
  if (names.includes('too_short')) return NAME_LENGTH.least;
  return names.includes('too_long') ? NAME_LENGTH.most : ABOUT_LENGTH;
}

/** In an update, `country` is still the old one. */
const withOldCountry = sql<string[]>`array(select distinct unnest(array_append(former_countries, country)))`;

/** A new country clears the old region and city; a new region clears the old city. */
function changedPlace(change: ProfileChange, current: Current) {
  const named = change.country !== undefined || change.region !== undefined || change.city !== undefined;
  if (!named && change.lat === undefined) return {};
  const country = change.country ?? current.country;
  const moved = country !== current.country;
  const region =
    change.region !== undefined ? change.region : moved || change.city || !named ? null : current.region;
  const city =
    change.city !== undefined
      ? change.city
      : moved || change.region !== undefined || !named
        ? null
        : current.city;
  return {
    ...placeOf({ country, region, city, lat: change.lat, lon: change.lon }),
    ...(moved && { former_countries: withOldCountry }),
  };
}

const tidyText = (text: string | null) =>
  text
    ?.normalize('NFC')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim() || null;
