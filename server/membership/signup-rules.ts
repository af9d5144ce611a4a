import { ABOUT_LENGTH, checkDateOfBirth, checkEmail, checkName, checkPassword, NAME_LENGTH, PASSWORD_LENGTH } from '#contract/rules/account-rules.ts';
import type { CallBody } from '#contract/calls.ts';
import { notificationTypes } from '#contract/enums.ts';
import type { FieldCode } from '#contract/errors.ts';
import { isRegion } from '#contract/lists/regions.ts';
import type { SiteSettings } from '#contract/setting-table.ts';

export type SignupForm = CallBody<'signup'>;

/** What is wrong with which field of the signup form (docs/product.md 5); empty when it is fine. `today` is `YYYY-MM-DD`. */
export function checkSignup(form: SignupForm, site: Pick<SiteSettings, 'min_age' | 'message_length' | 'countries'>, today: string) {
  const found: Record<string, FieldCode | null> = {
    email: checkEmail(form.email),
    name: checkName(form.name, form.email),
    password: checkPassword(form.password),
    date_of_birth: checkDateOfBirth(form.date_of_birth, site.min_age, today),
    country: site.countries.includes(form.country) ? null : 'country_missing',
    region: form.region && !isRegion(form.country, form.region) ? 'region_unknown' : null,
    intimate_consent: form.intimate_consent === true ? null : 'intimate_consent_required',
    about: [...(form.about ?? '')].length > ABOUT_LENGTH ? 'too_long' : null,
    signup_message: [...(form.signup_message?.text.trim() ?? '')].length > site.message_length ? 'too_long' : null,
  };
  const fields = Object.fromEntries(Object.entries(found).filter((entry): entry is [string, FieldCode] => entry[1] !== null));
  return { fields, params: { min_age: site.min_age, limit: limitFor(fields, site.message_length) } };
}

/** The number for the sentence with `{limit}`: of the first field that speaks of one. */
function limitFor(fields: Record<string, FieldCode>, messageLength: number): number {
  if (fields['password']) return PASSWORD_LENGTH.least;
  if (fields['name']) return fields['name'] === 'too_short' ? NAME_LENGTH.least : NAME_LENGTH.most;
  return fields['about'] ? ABOUT_LENGTH : messageLength;
}

const channels = ['email', 'push'];

/** Whether an entry of `notifications_disabled` is one: `like`, `email:like` or `push:like`. */
export function isNotificationSwitch(entry: string): boolean {
  const [first = '', second, ...more] = entry.split(':');
  if (more.length > 0) return false;
  const type = second === undefined ? first : second;
  return (second === undefined || channels.includes(first)) && (notificationTypes as readonly string[]).includes(type);
}
