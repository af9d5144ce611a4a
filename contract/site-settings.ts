import { Type, type Static } from 'typebox';
import { countryCodes } from './countries.ts';
import { locales } from './locales.ts';
import { count, list, nullable, object, oneOf, optional } from './schema.ts';

/** Accent colours that a site may have; red is the product's own. */
export const themes = ['red', 'violet', 'teal', 'amber', 'blue'] as const;
export type Theme = (typeof themes)[number];

/** Site-wide settings of section 3, for one host. */
export const settings = object({
  countries: list(object({ code: oneOf(countryCodes), language: oneOf(locales), region_label: Type.String(), currency: Type.String() })),
  name: Type.String(),
  index_title: Type.String(),
  description: Type.String(),
  visible_profile_fields: list(Type.String()),
  visible_profile_notes: list(Type.String()),
  geoip_country: nullable(Type.String()),
  geoip_selected_country: nullable(Type.String()),
  cdn_prefix: Type.String(),
  message_credits: count,
  signup_credits: count,
  photo_credits: count,
  gift_credits: count,
  free_messages: optional(count),
  swipe_likes: optional(count),
  message_length: count,
  minimum_message_costs: Type.Record(Type.String(), object({ costs: Type.String(), currency: Type.String() })),
  support_email: Type.String(),
  support_phone: nullable(Type.String()),
  enable_site_entry_popup: Type.Boolean(),
  push_public_key: nullable(Type.String()),
  /** What the search offers: `gender`, `country`, `region`, `age`, `traits`. */
  search_fields: list(Type.String()),
  domain: Type.String(),
  domain_language: oneOf(locales),
  languages: optional(list(oneOf(locales))),
  fictional_warning: Type.Boolean(),
  fictional_singular: nullable(Type.String()),
  fictional_plural: nullable(Type.String()),
  fictional_icon: Type.String(),
  refund_days: count,
  /** How long a deleted account can be brought back. */
  reactivation_days: count,
  signups: oneOf(['all', 'with_trafficsource', 'invite']),
  logged_out_search: Type.Boolean(),
  logged_out_search_trafficsource: Type.Boolean(),
  member_resell: Type.Boolean(),
  niche: Type.Integer({ minimum: 1, maximum: 7 }),
  company_id: count,
  mail_name: Type.String(),
  min_age: optional(count),
  /** The visitor came from a traffic source, by the page's address or by the cookie they agreed to. */
  traffic_source: optional(Type.Boolean()),
  /** Colours of the site: one of `themes`. */
  theme: optional(oneOf(themes)),
  /** Address of a picture in place of the written name. */
  logo: optional(nullable(Type.String())),
  claims: optional(list(object({ id: Type.String(), percentage: count }))),
});
export type Settings = Static<typeof settings>;
