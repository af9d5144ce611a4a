import { Type, type Static, type TSchema } from 'typebox';
import { countryCodes } from './lists/countries.ts';
import { locales } from './lists/locales.ts';
import { count, list, nullable, object, oneOf } from './schema.ts';

/** Accent colours that a site may have; red is the product's own. */
export const accents = ['red', 'violet', 'teal', 'amber', 'blue'] as const;
export type Accent = (typeof accents)[number];

/** What the site is and says of itself. */
const appearance = {
  countries: list(object({ code: oneOf(countryCodes), language: oneOf(locales), region_label: Type.String(), currency: Type.String() })),
  name: Type.String(),
  index_title: Type.String(),
  description: Type.String(),
  visible_profile_fields: list(Type.String()),
  visible_profile_notes: list(Type.String()),
  geoip_country: nullable(Type.String()),
  geoip_selected_country: nullable(Type.String()),
  cdn_prefix: Type.String(),
};

/** What things cost, how much there may be of them, and who may do what. */
const rules = {
  message_credits: count,
  signup_credits: count,
  photo_credits: count,
  gift_credits: count,
  free_messages: count,
  /** Conversations that a member without premium may write in, and the photos one may have. */
  free_conversations: count,
  free_photos: count,
  premium_photos: count,
  swipe_likes: count,
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
  languages: list(oneOf(locales)),
  fictional_warning: Type.Boolean(),
  fictional_singular: nullable(Type.String()),
  fictional_plural: nullable(Type.String()),
  /** On the label of fictional profiles: `sparkles`, `masks` or `pencil`; another name stands for none. */
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
  min_age: count,
  /** The zone of visitors, and of members who have not told theirs. */
  time_zone: Type.String(),
  /** Behind the page in the installed app and in the browser's bars, by day and in the evening. */
  theme: object({ day: Type.String(), evening: Type.String() }),
  /** Where the entry warning sends those who are too young or would rather not. */
  leave_url: Type.String(),
  /** The visitor came from a traffic source, by the page's address or by the cookie they agreed to. */
  traffic_source: Type.Boolean(),
  /** Colours of the site: one of `accents`. */
  accent: oneOf(accents),
  /** Address of a picture in place of the written name. */
  logo: nullable(Type.String()),
  /** What the landing page may say of the site: measured on that day, on so many members. */
  claims: list(object({ id: Type.String(), percentage: count, measured_on: Type.String(), sample: count })),
};

// Two types side by side: of one object with so many fields TypeScript gives up computing the type.
type Fields<P extends Record<string, TSchema>> = Static<ReturnType<typeof object<P>>>;
export type Settings = Fields<typeof appearance> & Fields<typeof rules>;

/** Site-wide settings, for one host. */
export const settings = Type.Unsafe<Settings>(object({ ...appearance, ...rules }));
