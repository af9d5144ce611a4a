import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { type AddressKey, emailKey } from '#contract/rules/account-rules.ts';
import type { Db } from '../platform/database/index.ts';

export interface Account {
  id: number;
  email: string;
  name: string;
  city: string | null;
  status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
  password_hash: string | null;
  language: Locale;
  signup_date: Date;
  delete_requested_at: Date | null;
  suspended_until: Date | null;
  /**
   * The site where the account was created; its rules apply and mails link to it. Null for the default site.
   */
  host: string | null;
  /** The pool of that site, which never changes. */
  pool: number;
  /** The address belongs to another member, so no mail may be sent to it. */
  shadow: boolean;
  /** An operator's account that was closed, or that the operator deleted. Only an invitation reopens it. */
  dismissed: boolean;
}

const columns = sql`m.id, m.email, p.name, p.city, m.status, m.password_hash, m.language, m.signup_date, m.delete_requested_at, m.suspended_until, m.host, m.pool_id as pool, m.email_key is null as shadow, m.dismissed_at is not null as dismissed`;

/**
 * Anybody can sign up with any address, so an unconfirmed account does not prove that its owner has the
 * address.
 */
const isUnconfirmed = sql`(m.email_key is null or 'not_confirmed' in (m.status, m.status_before_deletion, m.status_before_ban))`;

/**
 * The two accounts that a login with an address can mean: the confirmed one, and the newest signup that
 * nobody has confirmed. To keep timing independent of which of them exist, the query always looks for both,
 * and the caller checks both passwords.
 */
export async function accountsOf(
  db: Db,
  key: AddressKey,
): Promise<{ owner: Account | null; signup: Account | null }> {
  const { rows } = await sql<Account & { unconfirmed: boolean }>`
    select ${columns}, false as unconfirmed from members m join profiles p on p.id = m.id
    where m.email_key = ${key} and not coalesce(${isUnconfirmed}, false)
    union all
    (select ${columns}, true as unconfirmed from members m join profiles p on p.id = m.id
      where (m.email_key = ${key} or m.shadow_email_key = ${key}) and ${isUnconfirmed} order by m.id desc limit 1)`.execute(
    db,
  );
  return {
    owner: rows.find((row) => !row.unconfirmed) ?? null,
    signup: rows.find((row) => row.unconfirmed) ?? null,
  };
}

export async function ownerOf(db: Db, key: AddressKey): Promise<Account | null> {
  const { rows } =
    await sql<Account>`select ${columns} from members m join profiles p on p.id = m.id where m.email_key = ${key}`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** Condition that a member of any pool owns the address, over `members m`. For the office and mail providers. */
export const ownsAddress = (email: string): RawBuilder<boolean> => sql`
  m.email_key = any(array(select case when id = 1 then ${emailKey(email)} else ${emailKey(email)} || '@' || id end from pools))`;

export interface Holder {
  account: Account;
  /** The address was the account's until recently, and its owner may still restore the account with it. */
  former: boolean;
}

export async function holderOf(db: Db, key: AddressKey): Promise<Holder | null> {
  const { rows } = await sql<Account & { former: boolean }>`
    select ${columns}, m.email_key is distinct from ${key} as former from members m join profiles p on p.id = m.id
    where m.email_key = ${key} or m.id = (
      select member_id from link_tokens where purpose = 'mail_change_back' and payload ->> 'key' = ${key}
        and used_at is null and expires_at > app_now() order by created_at limit 1)
    order by former limit 1`.execute(db);
  const [row] = rows;
  return row ? { account: row, former: row.former } : null;
}

export async function accountOf(db: Db, memberId: number): Promise<Account | null> {
  const { rows } =
    await sql<Account>`select ${columns} from members m join profiles p on p.id = m.id where m.id = ${memberId}`.execute(
      db,
    );
  return rows[0] ?? null;
}

export async function worksHere(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql`select from members where id = ${memberId} and roles <> '{}'`.execute(db);
  return rows.length > 0;
}
