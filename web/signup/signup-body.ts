import type { CallBody } from '#contract/calls.ts';
import { countries, countryCodes, isCountry, type CountryCode } from '#contract/lists/countries.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { joinNames } from '#contract/membership/couples.ts';
import type { Settings } from '#contract/site-settings/settings.ts';
import type { Draft } from './draft.ts';

/**
 * Preselected country: the country of the visitor's IP address, or else one where the page's language is
 * spoken.
 */
export function likelyCountry(settings: Settings, locale: Locale): CountryCode {
  const here = settings.geoip_selected_country;
  if (here && isCountry(here)) return here;
  // The largest of the English-speaking countries in Europe.
  if (locale === 'en') return 'GB';
  return countryCodes.find((code) => countries[code].language === locale) ?? 'NL';
}

export function signupBody(
  draft: Draft,
  password: string,
  locale: Locale,
  settings: Settings,
  source: Record<string, string>,
): NonNullable<CallBody<'signup'>> {
  const message = draft.message.trim();
  return {
    email: draft.email.trim(),
    password,
    name: draft.gender === 'couple' ? joinNames(draft.name, draft.partner_name) : draft.name.trim(),
    gender: draft.gender ?? 'male',
    gender_sought: draft.gender_sought ?? 'female',
    date_of_birth: draft.date_of_birth,
    ...(draft.gender === 'couple' ? { partner_date_of_birth: draft.partner_date_of_birth } : {}),
    country: draft.country ?? likelyCountry(settings, locale),
    region: draft.region || null,
    city: draft.city || null,
    about: draft.about.trim() || null,
    ...(draft.profile !== undefined &&
      message !== '' && { signup_message: { profile: draft.profile, text: message } }),
    language: locale,
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(draft.interests?.length ? { interests: draft.interests } : {}),
    ...originOf(draft, source),
    ...(draft.client_id ? { client_id: draft.client_id } : {}),
    intimate_consent: draft.intimate_consent === true,
  };
}

const originOf = ({ lander, slug, invite }: Draft, source: Record<string, string>) => ({
  ...(Object.keys(source).length > 0 ? { tracking: source } : {}),
  ...(lander ? { landing: { lander, ...(slug ? { slug } : {}) } } : {}),
  ...(invite ? { invite } : {}),
});
