import { sql } from 'kysely';
import { emailKey } from '#contract/rules/account-rules.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Tx } from '../platform/database/index.ts';

export interface AccountFromElsewhere {
  email: string;
  passwordHash: string | null;
  language: Locale;
  host: string | null;
  premium: boolean;
  signedUpAt: Date | null;
  /** When the address was confirmed there; null: it has to be confirmed here. */
  confirmedAt: Date | null;
  consentAt: Date;
  notificationsDisabled: readonly string[];
}

/** The version of a consent given at another site, as that site named it. */
const FOREIGN_CONSENT = 'import';

/** Opens the account of somebody who had one at another site. Throws the unique violation `members_email_key_key` for an address that has one here. */
export async function importAccount(tx: Tx, account: AccountFromElsewhere): Promise<number> {
  const { id } = await tx
    .insertInto('members')
    .values({
      email: account.email.trim(),
      email_key: emailKey(account.email),
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
