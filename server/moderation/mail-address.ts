import { sql } from 'kysely';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import type { Db } from '../platform/database/index.ts';

/**
 * A member's mail address. Null unless it is confirmed, because an unconfirmed address may be somebody
 * else's.
 */
export async function mailAddress(tx: Db, member: number) {
  const { rows } = await sql<{ email: string | null; language: string; host: string | null; name: string }>`
    select m.email, m.language, m.host, p.name from members m join profiles p on p.id = m.id
    where m.id = ${member} and m.email_key is not null and m.confirmed_at is not null and m.status <> 'deleted'`.execute(
    tx,
  );
  const found = rows[0];
  if (!found?.email) return null;
  return {
    email: found.email,
    name: found.name,
    locale: isLocale(found.language) ? found.language : defaultLocale,
    memberId: member,
    host: found.host,
  };
}
