import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { AddressKey } from '#contract/rules/account-rules.ts';
import type { Tx } from '../platform/database/index.ts';
import { schemeOf } from './passwords.ts';

export interface AccountFromElsewhere {
  email: string;
  key: AddressKey;
  passwordHash: string | null;
  language: Locale;
  host: string | null;
  premium: boolean;
  signedUpAt: Date | null;
  /** When the other site confirmed the address; null if it must be confirmed here. */
  confirmedAt: Date | null;
  consentAt: Date;
  notificationsDisabled: readonly string[];
}

/** Consent version recorded for consents that another site collected. */
const FOREIGN_CONSENT = 'import';

/**
 * Creates the account of a member imported from another site. Throws the unique violation
 * `members_email_key_key` if the address already has an account.
 */
export async function importAccount(tx: Tx, account: AccountFromElsewhere): Promise<number> {
  // Recorded before the account exists, so that from the start logins take equally long for every address.
  if (account.passwordHash)
    await sql`insert into password_schemes (scheme) values (${schemeOf(account.passwordHash)}) on conflict do nothing`.execute(
      tx,
    );
  const { id } = await tx
    .insertInto('members')
    .values({
      email: account.email.trim(),
      email_key: account.key,
      password_hash: account.passwordHash,
      language: account.language,
      host: account.host,
      paid_user: account.premium,
      status: account.confirmedAt ? 'active' : 'not_confirmed',
      signup_date: account.signedUpAt ?? sql<Date>`app_now()`,
      confirmed_at: account.confirmedAt,
      intimate_consent_version: FOREIGN_CONSENT,
      intimate_consent_at: account.consentAt,
      notifications_disabled: [...account.notificationsDisabled],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
