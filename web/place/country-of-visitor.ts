import { type CountryCode, countryCodes } from '#contract/lists/countries.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import type { Settings } from '#contract/site-settings/settings.ts';

export const countryOfVisitor = (settings: Settings): CountryCode =>
  itemOf(countryCodes, settings.geoip_selected_country) ??
  itemOf(countryCodes, settings.geoip_country) ??
  'NL';
