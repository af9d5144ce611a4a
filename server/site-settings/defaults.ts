import type { CountryCode } from '#contract/countries.ts';
import type { Locale } from '#contract/locales.ts';
import type { Accent, Settings } from '#contract/site-settings.ts';
import { day, evening } from '#contract/palette.ts';

/** A landing claim (docs/product.md 11.4). Rendered only with evidence: where it is written down, when and on how many members. */
export interface Claim {
  id: 'chat_within_3_days' | 'female_members' | 'premium_chance';
  percentage: number;
  evidence: string;
  measured_on: string;
  sample: number;
}

/** What an operator can set for a site: the settings that are not computed, and those the members never see. */
export interface SiteSettings extends Omit<
  Settings,
  'countries' | 'geoip_country' | 'geoip_selected_country' | 'push_public_key' | 'domain' | 'company_id' | 'claims' | 'traffic_source' | 'accent' | 'logo'
> {
  claims: Claim[];
  free_messages: number;
  free_conversations: number;
  free_photos: number;
  premium_photos: number;
  swipe_likes: number;
  min_age: number;
  /** What the site is offered in, its own language among them: routes, menus, hreflang, sitemap. */
  languages: Locale[];
  accent: Accent;
  /** Address of a picture that stands in place of the written name. */
  logo: string | null;
  /** The address mails come from; null: MAIL_FROM. */
  mail_from: string | null;
  /** Countries whose law lets the browser remember where a visitor came from without asking. */
  traffic_cookie_countries: CountryCode[];
  /** Wrong logins before the lock, and its length. */
  login_attempts: number;
  login_block_minutes: number;
  reset_mails_per_day: number;
  message_visible_days: number;
  /** Days within which a deleted account can be reactivated (docs/product.md 9). */
  reactivation_days: number;
  /** Answer with the explicit sentences on whether an address has an account (docs/product.md 8.5). */
  reveal_membership: boolean;
  /** Seconds that the welcome code lasts; 0 ends it with the time bonus (docs/product.md 13). */
  welcome_discount_seconds: number;
  /** Refunds of operators above this wait for a second one: cents by currency; a currency that is not listed always waits. */
  refund_approval_cents: Record<string, number>;
  /** Credits that an operator may give and take within a day without a second one. */
  credit_approval_credits: number;
  /** Photos become active without a person when the automatic check finds nothing. */
  automatic_photo_approval: boolean;
  /** Hours after which an unanswered paid message to a fictional profile returns its credits. */
  fictional_answer_hours: number;
  time_zone: string;
  /** Behind the page in the installed app and in the browser's bars, by day and in the evening. */
  theme: { day: string; evening: string };
  /** Where the entry warning sends those who are too young or would rather not. */
  leave_url: string;
}

/** The defaults (docs/product.md); a site's `overrides` replace single keys. */
export const defaultSettings: SiteSettings = {
  name: 'Liaison',
  index_title: '',
  description: '',
  visible_profile_fields: ['gender', 'age', 'country', 'region', 'city', 'sexuality', 'hair_color', 'eye_color', 'body_type', 'relationship_status', 'tattoos'],
  visible_profile_notes: ['about', 'interests'],
  cdn_prefix: '',
  message_credits: 1,
  signup_credits: 0,
  photo_credits: 2,
  gift_credits: 5,
  free_messages: 5,
  free_conversations: 2,
  free_photos: 3,
  premium_photos: 25,
  swipe_likes: 4,
  message_length: 1000,
  minimum_message_costs: {},
  support_email: 'support@example.com',
  support_phone: null,
  enable_site_entry_popup: true,
  search_fields: ['gender', 'country', 'region', 'age', 'traits'],
  domain_language: 'nl',
  languages: ['nl', 'en'],
  accent: 'red',
  logo: null,
  mail_from: null,
  traffic_cookie_countries: [],
  fictional_warning: true,
  fictional_singular: null,
  fictional_plural: null,
  fictional_icon: 'sparkles',
  refund_days: 14,
  signups: 'all',
  logged_out_search: true,
  logged_out_search_trafficsource: true,
  member_resell: false,
  niche: 1,
  mail_name: 'Liaison',
  min_age: 18,
  claims: [],
  login_attempts: 5,
  login_block_minutes: 15,
  reset_mails_per_day: 3,
  message_visible_days: 180,
  reactivation_days: 14,
  reveal_membership: false,
  welcome_discount_seconds: 0,
  refund_approval_cents: { EUR: 5000, USD: 5500, GBP: 4500, CAD: 7500, AUD: 8500, NZD: 9000, CHF: 5000, PLN: 21500, DKK: 37500, NOK: 57500, SEK: 57500 },
  credit_approval_credits: 100,
  automatic_photo_approval: false,
  fictional_answer_hours: 24,
  time_zone: 'Europe/Amsterdam',
  theme: { day: day.paper, evening: evening.paper },
  leave_url: 'https://www.google.com/',
};
