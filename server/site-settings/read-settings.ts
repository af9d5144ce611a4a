import type { FieldCode } from '#contract/errors.ts';
import { countryCodes, isCountry } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import { isLocale } from '#contract/lists/locales.ts';
import { itemAt } from '#contract/must.ts';
import { recordOf } from '#contract/profile-fields.ts';
import {
  defaultSettings,
  isSettingKey,
  settingKeys,
  settingTable,
  type SettingKey,
  type SettingRow,
  type SiteSettings,
} from '#contract/site-settings/setting-table.ts';
import { bodyValidator } from '../platform/http/validation.ts';

const validators = recordOf(settingKeys, (key) => bodyValidator(settingTable[key].schema));

/** Returns the code of the fault for an invalid value, or null for a valid one. */
export function faultOf(key: SettingKey, value: unknown): FieldCode | null {
  const [error] = validators[key](value);
  if (!error) return null;
  const { fault } = settingTable[key] as SettingRow;
  const { keyword } = error;
  if (keyword === 'minimum' || keyword === 'maximum') return 'out_of_range';
  if (keyword === 'maxLength') return 'too_long';
  if (keyword === 'minLength' || keyword === 'minItems') return 'required';
  if (keyword === 'format') return 'email_invalid';
  return fault ?? 'invalid';
}

/**
 * A site's settings. Missing and invalid stored values get their defaults, so that a bad row cannot take the
 * site down.
 */
export function settingsFrom(overrides: Record<string, unknown>): SiteSettings {
  const said = Object.entries(overrides).map(
    ([key, value]) =>
      [key, key === 'languages' && Array.isArray(value) ? value.filter(isLocale) : value] as const,
  );
  const settings = {
    ...defaultSettings,
    ...Object.fromEntries(said.filter(([key, value]) => isSettingKey(key) && faultOf(key, value) === null)),
  };
  const domain_language = settings.languages.includes(settings.domain_language)
    ? settings.domain_language
    : itemAt(settings.languages, 0);
  return { ...settings, domain_language };
}

/**
 * Finds contradictions between settings that are each valid, by the setting that the operator should correct.
 */
export function contradictionsIn(settings: SiteSettings): Partial<Record<SettingKey, FieldCode>> {
  const known = (keys: readonly string[], allowed: readonly string[]) =>
    keys.every((key) => allowed.includes(key));
  const { languages, domain_language, countries, default_country, time_zone } = settings;
  return {
    ...(languages.includes(domain_language) ? {} : { languages: 'language_missing' }),
    ...(default_country === null || countries.includes(default_country)
      ? {}
      : { default_country: 'country_missing' }),
    ...(isTimeZone(time_zone) ? {} : { time_zone: 'invalid' }),
    ...(Object.keys(settings.country_currencies).every(isCountry) ? {} : { country_currencies: 'invalid' }),
    ...(Object.keys(settings.age_assurance).every(isCountry) ? {} : { age_assurance: 'invalid' }),
    ...(known(Object.keys(settings.minimum_message_costs), countryCodes)
      ? {}
      : { minimum_message_costs: 'invalid' }),
    ...(known(Object.keys(settings.refund_approval_cents), currencies)
      ? {}
      : { refund_approval_cents: 'invalid' }),
    ...(settings.premium_photos >= settings.free_photos ? {} : { premium_photos: 'out_of_range' }),
  };
}

/**
 * Returns whether the runtime and PostgreSQL both know a zone by this name (`Europe/Amsterdam`). They
 * disagree on abbreviations and on the sign of `+05:00`.
 */
function isTimeZone(zone: string): boolean {
  if (zone !== 'UTC' && !/^[A-Za-z_]+\/[A-Za-z_/+\-0-9]+$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
