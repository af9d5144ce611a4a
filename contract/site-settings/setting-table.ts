import { type Static, type TSchema, Type } from 'typebox';
import { ageGates } from '../age-checks/lists.ts';
import type { FieldCode } from '../errors.ts';
import { countryCodes } from '../lists/countries.ts';
import { currencies } from '../lists/currencies.ts';
import { moreGenders } from '../lists/genders.ts';
import { locales } from '../lists/locales.ts';
import { palette } from '../lists/palette.ts';
import { fieldsHiddenBy, traitFields } from '../profile-fields.ts';
import { PHONE_PATTERN } from '../rules/account-rules.ts';
import { MOST_CONVERSATIONS } from '../rules/desk-rules.ts';
import { searchFilters } from '../rules/search-filters.ts';
import { verificationRules } from '../rules/verification-rules.ts';
import { day, list, nullable, object, oneOf, text } from '../schema.ts';
import { accents } from './settings.ts';
import { signupModes } from './signup-modes.ts';

export const settingGroups = [
  'appearance',
  'languages',
  'access',
  'prices',
  'limits',
  'profiles',
  'fictional',
  'mail',
  'safety',
  'four_eyes',
  'operations',
] as const;

export type SettingGroup = (typeof settingGroups)[number];

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
  | 'mails'
  | 'percent'
  | 'jobs';

export interface SettingRow<T extends TSchema = TSchema> {
  group: SettingGroup;
  /** The server validates values with this schema, and the office generates the form from it. */
  schema: T;
  default: Static<T>;
  unit?: SettingUnit;
  /** Shown read-only, because another screen changes it. */
  elsewhere?: true;
  /** Error code of an invalid value where `invalid` would say too little. */
  fault?: FieldCode;
}

type More = Pick<SettingRow, 'unit' | 'elsewhere' | 'fault'>;

const row = <T extends TSchema>(
  group: SettingGroup,
  schema: T,
  value: Static<T>,
  more: More = {},
): SettingRow<T> => ({
  group,
  schema,
  default: value,
  ...more,
});

const number = (group: SettingGroup, unit: SettingUnit, value: number, minimum: number, maximum: number) =>
  row(group, Type.Integer({ minimum, maximum }), value, { unit });

const several = <const T extends readonly string[]>(values: T, minItems = 0) =>
  Type.Array(oneOf(values), { minItems, uniqueItems: true });

const colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });

const mailAddress = Type.String({ format: 'email', maxLength: 254 });

const webAddress = Type.String({ pattern: '^https://[^\\s<>"]{3,200}$' });

const amount = Type.String({ pattern: '^\\d{1,6}\\.\\d{2}$' });

/** A line without control characters, which could inject mail headers. */
const line = (maxLength: number, minLength = 0) =>
  Type.String({ maxLength, minLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' });

export const sitePicture = Type.String({ pattern: '^/site-pictures/[0-9a-f]{64}\\.webp$' });

/**
 * A claim on landing pages (docs/product.md 11.4). It is only shown with evidence: source, date and sample
 * size.
 */
const claim = object({
  id: oneOf(['chat_within_3_days', 'female_members', 'premium_chance']),
  percentage: Type.Integer({ minimum: 0, maximum: 100 }),
  evidence: text(500),
  measured_on: Type.Union([day, Type.Literal('')]),
  sample: Type.Integer({ minimum: 0 }),
});

export type Claim = Static<typeof claim>;

/**
 * Every setting of a site, with its schema, default and unit. The server reads and validates settings with
 * this table, and the office generates its form from it. `setting` in
 * locales/en/office/site-settings.json says what each one does.
 */
export const settingTable = {
  name: row('appearance', line(40, 1), 'Liaison'),
  index_title: row('appearance', line(90), ''),
  description: row('appearance', line(200), ''),
  niche: row('appearance', Type.Integer({ minimum: 1, maximum: 7 }), 1),
  accent: row('appearance', oneOf(accents), 'red'),
  logo: row('appearance', nullable(sitePicture), null),
  app_icon: row('appearance', nullable(sitePicture), null),
  theme: row(
    'appearance',
    object({ day: colour, evening: colour }),
    { day: palette.paper[0], evening: palette.paper[1] },
    { fault: 'colour_invalid' },
  ),
  leave_url: row('appearance', webAddress, 'https://www.google.com/', { fault: 'address_invalid' }),
  public_transparency: row('safety', Type.Boolean(), false),
  claims: row('appearance', list(claim, { maxItems: 3 }), [], { elsewhere: true }),

  domain_language: row('languages', oneOf(locales), 'nl'),
  languages: row('languages', several(locales, 1), ['nl', 'en']),
  countries: row('languages', several(countryCodes, 1), countryCodes),
  default_country: row('languages', nullable(oneOf(countryCodes)), null),
  country_currencies: row('languages', Type.Record(Type.String(), oneOf(currencies)), {}),
  message_translation: row('languages', Type.Boolean(), true),
  time_zone: row('languages', Type.String({ minLength: 1, maxLength: 60 }), 'Europe/Amsterdam'),

  signups: row('access', oneOf(signupModes), 'all'),
  logged_out_search: row('access', Type.Boolean(), true),
  logged_out_search_trafficsource: row('access', Type.Boolean(), true),
  enable_site_entry_popup: row('access', Type.Boolean(), true),
  min_age: number('access', 'years', 18, 18, 40),
  search_fields: row('access', several(['gender', 'country', 'region', 'age', 'traits']), [
    'gender',
    'country',
    'region',
    'age',
    'traits',
  ]),
  /** Filters of the search that only premium members use. */
  premium_filters: row('access', several(searchFilters), traitFields),
  trip_days: number('access', 'days', 60, 1, 365),
  most_trips: row('access', Type.Integer({ minimum: 1, maximum: 20 }), 3),
  traffic_cookie_countries: row('access', several(countryCodes), []),

  message_credits: number('prices', 'credits', 1, 0, 1000),
  photo_credits: number('prices', 'credits', 2, 0, 1000),
  voice_credits: number('prices', 'credits', 2, 0, 1000),
  gift_credits: number('prices', 'credits', 5, 0, 1000),
  video_call_credits: number('prices', 'credits', 2, 0, 1000),
  voice_call_credits: number('prices', 'credits', 1, 0, 1000),
  signup_credits: number('prices', 'credits', 0, 0, 1000),
  referral_credits: number('prices', 'credits', 0, 0, 1000),
  /** Rewards of one member in a year. */
  referral_most: row('prices', Type.Integer({ minimum: 1, maximum: 100 }), 5),
  free_messages: number('prices', 'messages', 5, 0, 1000),
  minimum_message_costs: row(
    'prices',
    Type.Record(Type.String(), object({ costs: amount, currency: oneOf(currencies) })),
    {},
  ),
  welcome_discount_seconds: number('prices', 'seconds', 0, 0, 31_536_000),
  refund_days: number('prices', 'days', 14, 14, 365),
  free_conversations: number('limits', 'conversations', 2, 0, 1000),
  free_photos: number('limits', 'photos', 3, 1, 50),
  premium_photos: number('limits', 'photos', 25, 1, 100),
  swipe_likes: number('limits', 'likes', 4, 0, 1000),
  message_length: number('limits', 'characters', 1000, 10, 5000),
  message_visible_days: number('limits', 'days', 180, 1, 3650),
  /** Calls also need TURN_URLS and TURN_SECRET (docs/operate/video-calls.md). */
  video_calls: row('limits', Type.Boolean(), false),
  video_call_minutes: number('limits', 'minutes', 10, 1, 60),
  video_call_after_messages: number('limits', 'messages', 2, 1, 100),
  reactivation_days: number('limits', 'days', 14, 1, 365),

  visible_profile_fields: row(
    'profiles',
    several(fieldsHiddenBy.visible_profile_fields),
    fieldsHiddenBy.visible_profile_fields,
  ),
  visible_profile_notes: row(
    'profiles',
    several(fieldsHiddenBy.visible_profile_notes),
    fieldsHiddenBy.visible_profile_notes,
  ),
  /** Genders beyond the two that every site offers. */
  more_genders: row('profiles', several(moreGenders), []),
  automatic_photo_approval: row('profiles', Type.Boolean(), false),
  voice_intros: row('profiles', Type.Boolean(), true),
  /** From this percentage on, a picture counts as intimate (docs/decisions/0058-picture-classifier.md). */
  view_once_minutes: number('safety', 'minutes', 10, 1, 1440),
  intimate_percent: number('safety', 'percent', 70, 1, 100),
  intimate_public_photos: row('safety', oneOf(['inspect', 'allow']), 'inspect'),
  intimate_private_photos: row('safety', oneOf(['inspect', 'allow']), 'allow'),
  /** The recipient sees an intimate picture blurred either way. */
  intimate_chat_pictures: row('safety', oneOf(['inspect', 'blur']), 'blur'),

  fictional_warning: row('fictional', Type.Boolean(), true),
  fictional_singular: row('fictional', nullable(line(40, 2)), null),
  fictional_plural: row('fictional', nullable(line(40, 2)), null),
  fictional_icon: row('fictional', oneOf(['sparkles', 'masks', 'pencil', 'none']), 'sparkles'),
  desk_capacity: number('fictional', 'conversations', 3, 1, MOST_CONVERSATIONS),
  desk_wait_minutes: number('fictional', 'minutes', 60, 1, 1440),
  desk_sample_percent: number('fictional', 'percent', 0, 0, 100),
  fictional_answer_hours: number('fictional', 'hours', 24, 1, 168),
  member_resell: row('fictional', Type.Boolean(), false),

  mail_name: row('mail', line(60, 1), 'Liaison'),
  mail_from: row('mail', nullable(mailAddress), null),
  mail_reply_to: row('mail', nullable(mailAddress), null),
  support_email: row('mail', mailAddress, 'support@example.com'),
  security_contact: row('mail', nullable(mailAddress), null),
  support_phone: row('mail', nullable(Type.String({ pattern: PHONE_PATTERN })), null, {
    fault: 'phone_invalid',
  }),

  login_attempts: number('safety', 'tries', 5, 3, 50),
  login_block_minutes: number('safety', 'minutes', 15, 1, 1440),
  reset_mails_per_day: number('safety', 'mails', 3, 1, 50),
  verification_required: row('safety', oneOf(verificationRules), 'off'),
  badge_ends_with_photos: row('safety', Type.Boolean(), true),
  ban_memory_days: number('safety', 'days', 730, 30, 3650),
  disposable_mail: row('safety', oneOf(['allow', 'verify', 'hold']), 'hold'),
  signups_per_device: row('safety', Type.Integer({ minimum: 1, maximum: 1000 }), 3),
  /** `when_needed`: sign-ups that a rule of `/admin/sign-up-rules` names, and those of an address near its limit. */
  sign_up_proof_of_work: row('safety', oneOf(['off', 'when_needed', 'always']), 'when_needed'),
  sign_up_proof_tries: number('safety', 'tries', 400, 20, 10_000),
  /** By country; those left out are `off`. docs/operate/age-checks.md names the laws. */
  age_assurance: row('safety', Type.Record(Type.String(), oneOf(ageGates)), {}),
  reveal_membership: row('safety', Type.Boolean(), false),
  shared_date_hours: number('safety', 'hours', 12, 1, 72),

  refund_approval_cents: row(
    'four_eyes',
    Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    {
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
    },
  ),
  credit_approval_credits: number('four_eyes', 'credits', 100, 0, 100_000),
  code_approval_percentage: number('four_eyes', 'percent', 50, 0, 99),
  price_approval_percentage: number('four_eyes', 'percent', 20, 0, 99),

  /** Limits above which operators are alerted. Those of the default site count for the installation. */
  alert_failed_jobs: number('operations', 'jobs', 10, 1, 100_000),
  alert_job_minutes: number('operations', 'minutes', 15, 1, 1440),
  alert_backup_hours: number('operations', 'hours', 30, 1, 720),
  alert_gateway_failures: number('operations', 'tries', 5, 1, 1000),
  alert_bounce_percent: number('operations', 'percent', 5, 1, 100),
  alert_complaint_hours: number('operations', 'hours', 24, 1, 720),
} satisfies Record<string, SettingRow>;

export type SettingKey = keyof typeof settingTable;

export const settingKeys = Object.keys(settingTable) as SettingKey[];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingTable, key);

export type SiteSettings = { [K in SettingKey]: Static<(typeof settingTable)[K]['schema']> };

export const defaultSettings = Object.fromEntries(
  settingKeys.map((key) => [key, settingTable[key].default]),
) as SiteSettings;

/**
 * Limits above which a second operator decides. Only owners may change them, and raising one takes a second
 * owner.
 */
export const isFourEyesSetting = (key: SettingKey): boolean => settingTable[key].group === 'four_eyes';

/** Settings about money, which the role finance may change. Only owners may change the others. */
export const isMoneySetting = (key: SettingKey): boolean => settingTable[key].group === 'prices';

/** Settings whose value is an uploaded picture of this installation. */
export const pictureSettings = ['logo', 'app_icon'] as const satisfies readonly SettingKey[];
