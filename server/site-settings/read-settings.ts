import { countryCodes, isCountry } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import type { FieldCode } from '#contract/errors.ts';
import { isLocale } from '#contract/lists/locales.ts';
import { defaultSettings, isSettingKey, settingKeys, settingTable, type SettingKey, type SettingRow, type SiteSettings } from '#contract/setting-table.ts';
import { bodyValidator } from '../platform/http/validation.ts';

const validators = new Map(settingKeys.map((key) => [key, bodyValidator(settingTable[key].schema)]));

/** Why this setting cannot have a value; null when it can. */
export function faultOf(key: SettingKey, value: unknown): FieldCode | null {
  const validate = validators.get(key)!;
  if (validate(value)) return null;
  const { fault } = settingTable[key] as SettingRow;
  const { keyword } = validate.errors![0]!;
  if (keyword === 'minimum' || keyword === 'maximum') return 'out_of_range';
  if (keyword === 'maxLength') return 'too_long';
  if (keyword === 'minLength' || keyword === 'minItems') return 'required';
  if (keyword === 'format') return 'email_invalid';
  return fault ?? 'invalid';
}

/**
 * A site's settings: what its row says, and the default wherever that says nothing or something that the setting can not
 * be, so that no row can take the site down.
 */
export function settingsFrom(overrides: Record<string, unknown>): SiteSettings {
  const said = Object.entries(overrides).map(([key, value]) => [key, key === 'languages' && Array.isArray(value) ? value.filter(isLocale) : value] as const);
  const settings = { ...defaultSettings, ...Object.fromEntries(said.filter(([key, value]) => isSettingKey(key) && faultOf(key, value) === null)) };
  // The site's own language is always one that it is offered in.
  const domain_language = settings.languages.includes(settings.domain_language) ? settings.domain_language : settings.languages[0]!;
  return { ...settings, domain_language };
}

/** What is wrong between settings that are each valid, reported at the one to correct. */
export function contradictionsIn(settings: SiteSettings): Partial<Record<SettingKey, FieldCode>> {
  const known = (keys: readonly string[], allowed: readonly string[]) => keys.every((key) => allowed.includes(key));
  const { languages, domain_language, countries, default_country, time_zone } = settings;
  return {
    ...(languages.includes(domain_language) ? {} : { languages: 'language_missing' }),
    ...(default_country === null || countries.includes(default_country) ? {} : { default_country: 'country_missing' }),
    ...(isTimeZone(time_zone) ? {} : { time_zone: 'invalid' }),
    ...(Object.keys(settings.country_currencies).every(isCountry) ? {} : { country_currencies: 'invalid' }),
    ...(known(Object.keys(settings.minimum_message_costs), countryCodes) ? {} : { minimum_message_costs: 'invalid' }),
    ...(known(Object.keys(settings.refund_approval_cents), currencies) ? {} : { refund_approval_cents: 'invalid' }),
    ...(settings.premium_photos >= settings.free_photos ? {} : { premium_photos: 'out_of_range' }),
  };
}

/** Whether a zone has a name that the runtime and PostgreSQL read alike (`Europe/Amsterdam`): they do not agree on abbreviations, nor on which way `+05:00` goes. */
function isTimeZone(zone: string): boolean {
  if (zone !== 'UTC' && !/^[A-Za-z_]+\/[A-Za-z_/+\-0-9]+$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
