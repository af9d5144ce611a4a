import { type Static, type TSchema, Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { genders } from '../lists/genders.ts';
import { locales } from '../lists/locales.ts';
import { count, instant, list, nullable, object, oneOf, optional, text } from '../schema.ts';
import { signupModes } from './signup-modes.ts';
import { translationWays } from './translation-ways.ts';

/** Texts by country code, such as the consumer dispute body of each country. */
const byCountry = Type.Record(Type.String(), Type.String());

export const company = object({
  name: Type.String(),
  address: Type.String(),
  city: Type.String(),
  country: Type.String(),
  kvk: nullable(Type.String()),
  tradenames: list(Type.String()),
  vat_numbers: list(Type.String()),
  support_phone: nullable(Type.String()),
  delete_discount: nullable(count),
  /** SEPA creditor identifier, for direct debit mandates. */
  creditor_id: optional(nullable(Type.String())),
  /** Such as `GmbH`, if the name does not say it. */
  legal_form: nullable(Type.String()),
  represented_by: nullable(Type.String()),
  /** The register that the company is entered in, with its place. */
  register: nullable(Type.String()),
  /** Consumer dispute body (mediator) that consumers of a country can turn to. */
  dispute_bodies: byCountry,
  /** Data protection officer or representative for a country. */
  privacy_contacts: byCountry,
  added: instant,
});

export type Company = Static<typeof company>;

export const accents = ['red', 'violet', 'teal', 'amber', 'blue'] as const;

export type Accent = (typeof accents)[number];

const appearance = {
  countries: list(
    object({
      code: oneOf(countryCodes),
      language: oneOf(locales),
      region_label: Type.String(),
      currency: Type.String(),
    }),
  ),
  name: Type.String(),
  index_title: Type.String(),
  description: Type.String(),
  visible_profile_fields: list(Type.String()),
  visible_profile_notes: list(Type.String()),
  geoip_country: nullable(Type.String()),
  geoip_selected_country: nullable(Type.String()),
  cdn_prefix: Type.Literal('', {
    description: 'Always empty: photos come from the site itself, which checks each viewer’s access',
  }),
};

const rules = {
  message_credits: count,
  signup_credits: count,
  photo_credits: count,
  voice_credits: count,
  gift_credits: count,
  free_messages: count,
  /** Limits for members without premium: conversations they may write in, and photos. */
  free_conversations: count,
  free_photos: count,
  premium_photos: count,
  swipe_likes: count,
  message_length: count,
  minimum_message_costs: Type.Record(
    Type.String(),
    object({ costs: Type.String(), currency: Type.String() }),
  ),
  support_email: Type.String(),
  support_phone: nullable(Type.String()),
  enable_site_entry_popup: Type.Boolean(),
  push_public_key: nullable(Type.String()),
  /** Filters that the search offers: `gender`, `country`, `region`, `age`, `traits`. */
  search_fields: list(Type.String()),
  /** Genders that members can choose and look for. */
  genders: list(oneOf(genders)),
  premium_filters: list(Type.String()),
  /** The other sites on which members of this one appear, each with its company. */
  shared_with: list(Type.String()),
  domain: Type.String(),
  domain_language: oneOf(locales),
  languages: list(oneOf(locales)),
  fictional_warning: Type.Boolean(),
  fictional_singular: nullable(Type.String()),
  fictional_plural: nullable(Type.String()),
  translation: oneOf(translationWays),
  /** Video dates and voice calls are switched on, and the site has a TURN server. */
  video_calls: Type.Boolean(),
  voice_intros: Type.Boolean(),
  /** Icon of the label on fictional profiles: `sparkles`, `masks` or `pencil`. Other values show none. */
  fictional_icon: Type.String(),
  refund_days: count,
  reactivation_days: count,
  signups: oneOf(signupModes),
  logged_out_search: Type.Boolean(),
  logged_out_search_trafficsource: Type.Boolean(),
  member_resell: Type.Boolean(),
  public_transparency: Type.Boolean(),
  niche: Type.Integer({ minimum: 1, maximum: 7 }),
  company_id: count,
  mail_name: Type.String(),
  min_age: count,
  /** Time zone of visitors, and of members who have not set theirs. */
  time_zone: Type.String(),
  theme: object({ day: Type.String(), evening: Type.String() }),
  leave_url: Type.String(),
  /** True if the URL or the cookie names a traffic source. */
  traffic_source: Type.Boolean(),
  accent: oneOf(accents),
  logo: nullable(Type.String()),
  /** Claims that the landing page may make, each with the date and sample size of its measurement. */
  claims: list(object({ id: Type.String(), percentage: count, measured_on: Type.String(), sample: count })),
};

// The fields have two types, because TypeScript cannot compute the type of one object with so many.
type Fields<P extends Record<string, TSchema>> = Static<ReturnType<typeof object<P>>>;

export type Settings = Fields<typeof appearance> & Fields<typeof rules>;

export const settings = Type.Unsafe<Settings>(object({ ...appearance, ...rules }));

export const settingsCalls = {
  settings: {
    method: 'GET',
    path: '/api/settings.php',
    access: 'public',
    summary: 'Public settings of a site',
    query: Type.Object({ host: optional(text(260)) }),
    status: 200,
    reply: settings,
  },
  companyInfo: {
    method: 'GET',
    path: '/api/companyinfo.php',
    access: 'public',
    summary: 'The company that runs the site',
    status: 200,
    reply: company,
  },
} as const satisfies Record<string, Call>;
