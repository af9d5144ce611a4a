import type { CallBody } from '#contract/calls.ts';
import type { FieldCode } from '#contract/errors.ts';
import { offeredGenders } from '#contract/lists/genders.ts';
import { isRegion } from '#contract/lists/regions.ts';
import {
  ABOUT_LENGTH,
  checkDateOfBirth,
  checkEmail,
  checkName,
  checkPassword,
  NAME_LENGTH,
  PASSWORD_LENGTH,
} from '#contract/rules/account-rules.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import { checkOfficialName } from '#contract/word-patterns/official-names.ts';
import { peopleAtFirst, problemsOfPeople } from '../../profiles/index.ts';

export type SignupForm = CallBody<'signup'>;

/**
 * Errors of the signup form by field (docs/product.md 5.7); empty if it is valid. `today` is `YYYY-MM-DD`.
 */
export function checkSignup(
  form: SignupForm,
  site: Pick<SiteSettings, 'name' | 'min_age' | 'message_length' | 'countries' | 'more_genders'>,
  today: string,
) {
  const offered = offeredGenders(site.more_genders);
  const found: Record<string, FieldCode | null> = {
    email: checkEmail(form.email),
    ...problemsOfPeople(peopleAtFirst(form), null, {
      minAge: site.min_age,
      today,
      checkOne: (name) => checkName(name, form.email) ?? checkOfficialName(name, site.name),
    }),
    password: checkPassword(form.password),
    date_of_birth: checkDateOfBirth(form.date_of_birth, site.min_age, today),
    gender: offered.includes(form.gender) ? null : 'gender_missing',
    gender_sought: offered.includes(form.gender_sought) ? null : 'gender_missing',
    country: site.countries.includes(form.country) ? null : 'country_missing',
    region: form.region && !isRegion(form.country, form.region) ? 'region_unknown' : null,
    intimate_consent: form.intimate_consent === true ? null : 'intimate_consent_required',
    about: [...(form.about ?? '')].length > ABOUT_LENGTH ? 'too_long' : null,
    signup_message:
      [...(form.signup_message?.text.trim() ?? '')].length > site.message_length ? 'too_long' : null,
  };
  const fields = Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, FieldCode] => entry[1] !== null),
  );
  return { fields, params: { min_age: site.min_age, limit: limitFor(fields, site.message_length) } };
}

/** The value for `{limit}` in the error sentence: the limit of the first field that has one. */
function limitFor(fields: Record<string, FieldCode>, messageLength: number): number {
  if (fields['password']) return PASSWORD_LENGTH.least;
  const names = [fields['name'], fields['partner_name']];
  if (names.includes('too_short')) return NAME_LENGTH.least;
  if (names.includes('too_long')) return NAME_LENGTH.most;
  return fields['about'] ? ABOUT_LENGTH : messageLength;
}
