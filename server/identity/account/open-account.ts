import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { AddressKey } from '#contract/rules/account-rules.ts';
import type { Tx } from '../../platform/database/index.ts';

// Each function of this folder writes only the account's own row, in the caller's transaction, and calls
// `memberChanged`. The caller is responsible for every other effect of the change.

export interface NewAccount {
  email: string;
  key: AddressKey;
  /** The address belongs to another account, so this one can never be activated. */
  taken: boolean;
  passwordHash: string;
  language: Locale;
  host: string;
  timeZone: string | null;
  tracking: object | null;
  landing: { lander: string; slug: string | null } | null;
  signupKey: string | null;
  intimateConsent: string;
  notificationsDisabled: readonly string[];
}

/**
 * Creates an unconfirmed account and returns its id. Throws the unique violation `members_email_key_key` if a
 * concurrent signup took the address.
 */
export async function openAccount(tx: Tx, account: NewAccount): Promise<number> {
  const { email, key, taken, passwordHash, language, host, timeZone, tracking } = account;
  const { id } = await tx
    .insertInto('members')
    .values({
      email: email.trim(),
      email_key: taken ? null : key,
      shadow_email_key: taken ? key : null,
      password_hash: passwordHash,
      language,
      host,
      time_zone: timeZone,
      tracking: tracking && JSON.stringify(tracking),
      lander: account.landing?.lander ?? null,
      landing_slug: account.landing?.slug ?? null,
      signup_key: account.signupKey,
      intimate_consent_version: account.intimateConsent,
      intimate_consent_at: sql<Date>`app_now()`,
      notifications_disabled: [...account.notificationsDisabled],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
