import { sql } from 'kysely';
import type { SavedSearch } from '#contract/search.ts';
import type { Db } from '../../platform/database/index.ts';

export async function savedSearchesOf(db: Db, member: number): Promise<SavedSearch[]> {
  const { rows } = await sql<SavedSearch>`
    select id, name, query, alerts, new_matches from saved_searches where member_id = ${member} order by id desc`.execute(
    db,
  );
  return rows;
}
