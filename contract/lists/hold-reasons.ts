/**
 * Why an account waits for a moderator: the mark of a banned member that it carries, how it signed up, a rule for sign-ups, or a
 * decision that somebody is or seems to be under age: about a picture, a text, a document or a voice introduction; or a picture that an outside list
 * of known illegal pictures names.
 */
export const holdReasons = [
  'banned_mail',
  'banned_mobile',
  'banned_bank_account',
  'banned_card',
  'banned_device',
  'banned_picture',
  'disposable_mail',
  'many_signups',
  'sign_up_rule',
  'minor_picture',
  'minor_words',
  'minor_document',
  'listed_picture',
  'minor_voice',
] as const;

export type HoldReason = (typeof holdReasons)[number];

const underageReasons = [
  'minor_picture',
  'minor_words',
  'minor_document',
  'minor_voice',
] as const satisfies HoldReason[];

/** These come first in the queue, hold an account again after a release, and keep their evidence when the account is purged. */
export const urgentReasons = ['listed_picture', ...underageReasons] as const satisfies HoldReason[];

export const isOfMinor = (reason: HoldReason): boolean =>
  (underageReasons as readonly HoldReason[]).includes(reason);

export const relatedBy = ['mail', 'mobile', 'bank_account', 'card', 'device', 'picture'] as const;

export type RelatedBy = (typeof relatedBy)[number];
