import { sql } from 'kysely';
import { type Db, one } from '../platform/database/index.ts';

/** Numbers and addresses in all lists of a member. */
export async function countContacts(db: Db, member: number): Promise<number> {
  const { contacts } = await one(
    sql<{ contacts: number }>`
      select coalesce(sum(contacts), 0)::int as contacts from acquaintance_imports
      where member_id = ${member} and removed_at is null`.execute(db),
  );
  return contacts;
}
