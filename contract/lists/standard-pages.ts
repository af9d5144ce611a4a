/** Pages that every site has, in the order of the footer. Their default texts are in seeds/pages. */
export const standardPages = [
  'terms',
  'privacy',
  'cookies',
  'return-policy',
  'service',
  'faq',
  'ban',
  'imprint',
  'accessibility',
] as const;
export type StandardPage = (typeof standardPages)[number];

export const isStandardPage = (token: string): token is StandardPage =>
  (standardPages as readonly string[]).includes(token);

export const pagePlaceholders = [
  'site',
  'company',
  'kvk',
  'vat_numbers',
  'address',
  'tradenames',
  'shared_sites',
  'legal_form',
  'represented_by',
  'register',
  'dispute_bodies',
  'privacy_contacts',
  'accessibility_bodies',
  'governing_law',
  'privacy_authority',
  'tax_years',
  'support_email',
  'support_phone',
  'refund_days',
  'min_age',
  'message_visible_days',
  'backup_days',
  'unasked_countries',
  'terms_date',
  'privacy_date',
] as const;
export type PagePlaceholder = (typeof pagePlaceholders)[number];
