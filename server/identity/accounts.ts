import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { Db } from '../platform/database/index.ts';

/** An account as log-in and signup look for it. */
export interface Account {
  id: number;
  email: string;
  name: string;
  /** The town of the profile. */
  city: string | null;
  status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
  password_hash: string | null;
  language: Locale;
  signup_date: Date;
  delete_requested_at: Date | null;
  /** With status `banned`: until when. */
  suspended_until: Date | null;
  /** Of the site the account was made on, whose rules hold and to which its mails lead; null: of the default one. */
  host: string | null;
  /** The address is another member's: no mail may go there. */
  shadow: boolean;
}

const columns = sql`m.id, m.email, p.name, p.city, m.status, m.password_hash, m.language, m.signup_date, m.delete_requested_at, m.suspended_until, m.host, m.email_key is null as shadow`;

/**
 * The account of an address, and the newest account that was asked for it while it was taken. Both are looked for and
 * both passwords are checked every time, so that neither body nor time tells which exists.
 */
export async function accountsOf(db: Db, emailKey: string): Promise<{ owner: Account | null; shadow: Account | null }> {
  const { rows } = await sql<Account>`
    select ${columns} from members m join profiles p on p.id = m.id where m.email_key = ${emailKey}
    union all
    (select ${columns} from members m join profiles p on p.id = m.id where m.shadow_email_key = ${emailKey} order by m.id desc limit 1)`.execute(db);
  return { owner: rows.find((row) => !row.shadow) ?? null, shadow: rows.find((row) => row.shadow) ?? null };
}

/** An account by its id, or null. */
export async function accountOf(db: Db, memberId: number): Promise<Account | null> {
  const { rows } = await sql<Account>`select ${columns} from members m join profiles p on p.id = m.id where m.id = ${memberId}`.execute(db);
  return rows[0] ?? null;
}

/** Whether somebody works here: has roles. */
export async function worksHere(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql`select from members where id = ${memberId} and roles <> '{}'`.execute(db);
  return rows.length > 0;
}

/** Who owns an address, or null. */
export const ownerOf = async (db: Db, emailKey: string): Promise<Account | null> => (await accountsOf(db, emailKey)).owner;
