import { Type, type Static, type TSchema } from 'typebox';
import { countryCodes } from './lists/countries.ts';
import { currencies } from './lists/currencies.ts';
import type { FieldCode } from './errors.ts';
import { locales } from './lists/locales.ts';
import { palette } from './lists/palette.ts';
import { day, list, nullable, object, oneOf, text } from './schema.ts';
import { accents } from './site-settings.ts';

/** What settings are about: the sections of their screen, in its order. */
export const settingGroups = ['appearance', 'languages', 'access', 'prices', 'limits', 'profiles', 'fictional', 'mail', 'safety'] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** What a number counts. */
export type SettingUnit =
  | 'credits'
  | 'messages'
  | 'conversations'
  | 'photos'
  | 'likes'
  | 'characters'
  | 'days'
  | 'hours'
  | 'minutes'
  | 'seconds'
  | 'years'
  | 'tries'
  | 'mails';

export interface SettingRow<T extends TSchema = TSchema> {
  group: SettingGroup;
  /** What the value has to be: the server refuses another, and the form is made of it. */
  schema: T;
  default: Static<T>;
  unit?: SettingUnit;
  /** Shown, and changed on another screen. */
  elsewhere?: true;
  /** Why a value of another form is refused, where "not valid" would say too little. */
  fault?: FieldCode;
}

type More = Pick<SettingRow, 'unit' | 'elsewhere' | 'fault'>;
const row = <T extends TSchema>(group: SettingGroup, schema: T, value: Static<T>, more: More = {}): SettingRow<T> => ({
  group,
  schema,
  default: value,
  ...more,
});
const number = (group: SettingGroup, unit: SettingUnit, value: number, minimum: number, maximum: number) =>
  row(group, Type.Integer({ minimum, maximum }), value, { unit });

const several = <const T extends readonly string[]>(values: T, minItems = 0) => Type.Array(oneOf(values), { minItems, uniqueItems: true });
const colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const mailAddress = Type.String({ format: 'email', maxLength: 254 });
const webAddress = Type.String({ pattern: '^https://[^\\s<>"]{3,200}$' });
const amount = Type.String({ pattern: '^\\d{1,6}\\.\\d{2}$' });
/** A line without control characters, which could break the head of a mail. */
const line = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' });

/** A picture that an operator uploaded, by its address. */
export const sitePicture = Type.String({ pattern: '^/site-pictures/[0-9a-f]{64}\\.webp$' });

/** A landing claim (docs/product.md 11.4). Rendered only with evidence: where it is written down, when and on how many members. */
const claim = object({
  id: oneOf(['chat_within_3_days', 'female_members', 'premium_chance']),
  percentage: Type.Integer({ minimum: 0, maximum: 100 }),
  evidence: text(500),
  measured_on: Type.Union([day, Type.Literal('')]),
  sample: Type.Integer({ minimum: 0 }),
});
export type Claim = Static<typeof claim>;

/**
 * Every setting of a site: what it may be, what it is where an operator has said nothing, what it counts. The server
 * reads and checks settings by this table, and the operators' form is made of it.
 */
export const settingTable = {
  name: row('appearance', line(40, 1), 'Liaison'),
  index_title: row('appearance', line(90), ''),
  description: row('appearance', line(200), ''),
  niche: row('appearance', Type.Integer({ minimum: 1, maximum: 7 }), 1),
  /** Colours of buttons and links. */
  accent: row('appearance', oneOf(accents), 'red'),
  /** Address of a picture shown instead of the written name. */
  logo: row('appearance', nullable(sitePicture), null),
  /** Address of the picture that the installed app, its notifications and the tab wear; without one, a heart on the accent. */
  app_icon: row('appearance', nullable(sitePicture), null),
  /** Behind the page in the installed app and in the browser's bars, by day and in the evening. */
  theme: row('appearance', object({ day: colour, evening: colour }), { day: palette.paper[0], evening: palette.paper[1] }, { fault: 'colour_invalid' }),
  /** Where the entry warning sends those who are too young or would rather not. */
  leave_url: row('appearance', webAddress, 'https://www.google.com/', { fault: 'address_invalid' }),
  cdn_prefix: row('appearance', Type.String({ pattern: '^(https://[^\\s<>"]{3,200}[^/\\s])?$' }), '', { fault: 'address_invalid' }),
  claims: row('appearance', list(claim, { maxItems: 3 }), [], { elsewhere: true }),

  domain_language: row('languages', oneOf(locales), 'nl'),
  /** What the site is offered in, its own language among them: routes, menus, hreflang, sitemap. */
  languages: row('languages', several(locales, 1), ['nl', 'en']),
  /** The countries that it is open in: members live there. */
  countries: row('languages', several(countryCodes, 1), countryCodes),
  /** Where a visitor is taken to be whose address tells nothing; null: by the site's language. */
  default_country: row('languages', nullable(oneOf(countryCodes)), null),
  /** What a country pays in, where it is not its own currency. */
  country_currencies: row('languages', Type.Record(Type.String(), oneOf(currencies)), {}),
  time_zone: row('languages', Type.String({ minLength: 1, maxLength: 60 }), 'Europe/Amsterdam'),

  signups: row('access', oneOf(['all', 'with_trafficsource', 'invite']), 'all'),
  logged_out_search: row('access', Type.Boolean(), true),
  logged_out_search_trafficsource: row('access', Type.Boolean(), true),
  enable_site_entry_popup: row('access', Type.Boolean(), true),
  min_age: number('access', 'years', 18, 18, 40),
  search_fields: row('access', several(['gender', 'country', 'region', 'age', 'traits']), ['gender', 'country', 'region', 'age', 'traits']),
  /** Countries whose law lets the browser remember where a visitor came from without asking. */
  traffic_cookie_countries: row('access', several(countryCodes), []),

  message_credits: number('prices', 'credits', 1, 0, 1000),
  photo_credits: number('prices', 'credits', 2, 0, 1000),
  gift_credits: number('prices', 'credits', 5, 0, 1000),
  signup_credits: number('prices', 'credits', 0, 0, 1000),
  free_messages: number('prices', 'messages', 5, 0, 1000),
  minimum_message_costs: row('prices', Type.Record(Type.String(), object({ costs: amount, currency: oneOf(currencies) })), {}),
  /** Seconds that the welcome code lasts; 0 ends it with the time bonus (docs/product.md 13). */
  welcome_discount_seconds: number('prices', 'seconds', 0, 0, 31_536_000),
  refund_days: number('prices', 'days', 14, 14, 365),
  /** Above this an operator's refund waits for a second operator: cents by currency; in a currency that is not listed it always waits. */
  refund_approval_cents: row('prices', Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 10_000_000 })), {
    EUR: 5000,
    USD: 5500,
    GBP: 4500,
    CAD: 7500,
    AUD: 8500,
    NZD: 9000,
    CHF: 5000,
    PLN: 21500,
    DKK: 37500,
    NOK: 57500,
    SEK: 57500,
  }),
  /** Credits that an operator may give and take within a day without a second one. */
  credit_approval_credits: number('prices', 'credits', 100, 0, 100_000),

  free_conversations: number('limits', 'conversations', 2, 0, 1000),
  free_photos: number('limits', 'photos', 3, 1, 50),
  premium_photos: number('limits', 'photos', 25, 1, 100),
  swipe_likes: number('limits', 'likes', 4, 0, 1000),
  message_length: number('limits', 'characters', 1000, 10, 5000),
  message_visible_days: number('limits', 'days', 180, 1, 3650),
  /** Days within which a deleted account can be reactivated (docs/product.md 9). */
  reactivation_days: number('limits', 'days', 14, 1, 365),

  visible_profile_fields: row(
    'profiles',
    several(['gender', 'age', 'country', 'region', 'city', 'sexuality', 'hair_color', 'eye_color', 'body_type', 'relationship_status', 'tattoos']),
    ['gender', 'age', 'country', 'region', 'city', 'sexuality', 'hair_color', 'eye_color', 'body_type', 'relationship_status', 'tattoos'],
  ),
  visible_profile_notes: row('profiles', several(['about', 'interests']), ['about', 'interests']),
  /** Photos become active without a person when the automatic check finds nothing. */
  automatic_photo_approval: row('profiles', Type.Boolean(), false),

  fictional_warning: row('fictional', Type.Boolean(), true),
  fictional_singular: row('fictional', nullable(line(40, 2)), null),
  fictional_plural: row('fictional', nullable(line(40, 2)), null),
  fictional_icon: row('fictional', oneOf(['sparkles', 'masks', 'pencil', 'none']), 'sparkles'),
  /** Hours after which an unanswered paid message to a fictional profile returns its credits. */
  fictional_answer_hours: number('fictional', 'hours', 24, 1, 168),
  member_resell: row('fictional', Type.Boolean(), false),

  mail_name: row('mail', line(60, 1), 'Liaison'),
  /** The address mails come from; null: MAIL_FROM. */
  mail_from: row('mail', nullable(mailAddress), null),
  /** Where answers to mails go; null: to the sender. */
  mail_reply_to: row('mail', nullable(mailAddress), null),
  support_email: row('mail', mailAddress, 'support@example.com'),
  support_phone: row('mail', nullable(Type.String({ pattern: '^\\+?[0-9 ()./-]{5,25}$' })), null, { fault: 'phone_invalid' }),

  /** Wrong logins before the lock, and its length. */
  login_attempts: number('safety', 'tries', 5, 3, 50),
  login_block_minutes: number('safety', 'minutes', 15, 1, 1440),
  reset_mails_per_day: number('safety', 'mails', 3, 1, 50),
  /** Answer with the explicit sentences on whether an address has an account (docs/product.md 8.5). */
  reveal_membership: row('safety', Type.Boolean(), false),
} satisfies Record<string, SettingRow>;

export type SettingKey = keyof typeof settingTable;
export const settingKeys = Object.keys(settingTable) as SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingTable, key);

/** What an operator can set for a site. */
export type SiteSettings = { [K in SettingKey]: Static<(typeof settingTable)[K]['schema']> };

/** What a site is where nothing was set. */
export const defaultSettings = Object.fromEntries(settingKeys.map((key) => [key, settingTable[key].default])) as SiteSettings;

/** The settings about money: these an operator of finance may change, all others only an owner. */
export const isMoneySetting = (key: SettingKey): boolean => settingTable[key].group === 'prices';
