import { sql } from 'kysely';
import { emailKey } from '#contract/rules/account-rules.ts';
import type { DeleteReason } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import { dropLinkTokens } from './link-tokens.ts';
import { endSessions } from './sessions.ts';

// The states of an account. Each function writes the account's own row in the caller's transaction; what else must happen
// then is the caller's. `memberChanged` tells sessions and open pages after the commit.

export interface NewAccount {
  email: string;
  /** The address belongs to another account: this one can never be activated. */
  taken: boolean;
  passwordHash: string;
  language: Locale;
  host: string;
  timeZone: string | null;
  tracking: object | null;
  /** The design and slug of the landing page they came by. */
  landing: { lander: string; slug: string | null } | null;
  /** The number of the signup form, by which a repeated call is known. */
  signupKey: string | null;
  /** The version of the words by which the member agreed to the use of intimate data. */
  intimateConsent: string;
  notificationsDisabled: readonly string[];
}

/** Opens an unconfirmed account and returns its id. Throws the unique violation `members_email_key_key` when the address was taken meanwhile. */
export async function openAccount(tx: Tx, account: NewAccount): Promise<number> {
  const { email, taken, passwordHash, language, host, timeZone, tracking } = account;
  const key = emailKey(email);
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

/** Whether the form with this number made the account within the last hour. */
export async function isSignupOf(db: Db, memberId: number, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from members where id = ${memberId} and signup_key = ${key}::uuid and signup_date > app_now() - interval '1 hour'`.execute(db);
  return rows.length > 0;
}

/** Makes an unconfirmed account active, since the mailbox was shown to be its member's. Says what it was before; null for accounts that are closed or were made for a taken address. */
export async function confirmAccount(tx: Tx, memberId: number): Promise<'active' | 'not_confirmed' | null> {
  const member = await tx.selectFrom('members').where('id', '=', memberId).select(['status', 'email_key']).forUpdate().executeTakeFirst();
  if (!member || member.email_key === null) return null;
  if (member.status === 'active') return 'active';
  if (member.status !== 'not_confirmed') return null;
  await tx
    .updateTable('members')
    .set({ status: 'active', confirmed_at: sql<Date>`app_now()` })
    .where('id', '=', memberId)
    .execute();
  await dropLinkTokens(tx, memberId, 'activate');
  return 'not_confirmed';
}

/** Gives the account another address, which is no other account's. */
export async function moveAccount(tx: Tx, memberId: number, email: string): Promise<void> {
  await tx
    .updateTable('members')
    .set({ email: email.trim(), email_key: emailKey(email), shadow_email_key: null })
    .where('id', '=', memberId)
    .execute();
}

/**
 * Sets a new password; null is one that nobody knows. Whoever held the account before holds nothing of it any more: every link that was mailed stops working, every
 * session ends but the one with the hash `except`, and with them push on their browsers.
 */
export async function setPassword(tx: Tx, memberId: number, passwordHash: string | null, except?: Buffer): Promise<void> {
  await tx.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute();
  await dropLinkTokens(tx, memberId);
  await endSessions(tx, memberId, except);
}

/** Puts an account on its way out and ends its sessions. Returns when that was; null when it is not one that can leave. */
export async function leaveAccount(tx: Tx, memberId: number, { reason, remarks }: { reason: DeleteReason; remarks: string | null }): Promise<Date | null> {
  const left = await tx
    .updateTable('members')
    .set({
      status: 'pending_deletion',
      status_before_deletion: sql<string>`status`,
      delete_requested_at: sql<Date>`app_now()`,
      delete_reason: reason,
      delete_remarks: remarks,
    })
    .where('id', '=', memberId)
    .where('status', 'in', ['active', 'not_confirmed'])
    .returning('delete_requested_at')
    .executeTakeFirst();
  if (left) await endSessions(tx, memberId);
  return left?.delete_requested_at ?? null;
}

/** Brings an account back that is on its way out. Returns the status it had before; null when it is not leaving. */
export async function returnAccount(tx: Tx, memberId: number): Promise<string | null> {
  const member = await tx.selectFrom('members').where('id', '=', memberId).select(['status', 'status_before_deletion']).forUpdate().executeTakeFirst();
  if (member?.status !== 'pending_deletion') return null;
  const status = member.status_before_deletion ?? 'active';
  await tx
    .updateTable('members')
    .set({ status, status_before_deletion: null, delete_requested_at: null, delete_reason: null, delete_remarks: null })
    .where('id', '=', memberId)
    .execute();
  return status;
}

/** Changes what a member chose about the account: language, and whether others see what they have read. */
export async function changePreferences(
  tx: Db,
  memberId: number,
  { language, read_marks }: { language?: Locale | undefined; read_marks?: boolean | undefined },
): Promise<void> {
  const set = { ...(language !== undefined && { language }), ...(read_marks !== undefined && { read_marks }) };
  if (Object.keys(set).length > 0) await tx.updateTable('members').set(set).where('id', '=', memberId).execute();
}

/** Notes that a member was told that the unused account goes, and returns the day on which it does. */
export async function noteUnusedNotice(tx: Tx, memberId: number, days: number): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    update members set unused_told_at = app_now() where id = ${memberId} returning app_now() + ${days} * interval '1 day' as until`.execute(tx);
  return rows[0]!.until;
}
