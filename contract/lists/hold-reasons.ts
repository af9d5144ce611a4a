/** Why an account waits for a moderator: the mark of a banned member that it carries, or how it signed up. */
export const holdReasons = [
  'banned_mail',
  'banned_mobile',
  'banned_bank_account',
  'banned_card',
  'banned_device',
  'banned_picture',
  'disposable_mail',
  'many_signups',
] as const;

export type HoldReason = (typeof holdReasons)[number];

export const relatedBy = ['mail', 'mobile', 'bank_account', 'card', 'device', 'picture'] as const;

export type RelatedBy = (typeof relatedBy)[number];
