import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { MOST_SAVED_SEARCHES } from '#contract/rules/search-rules.ts';
import { inTransaction, one, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { NEWEST_ID } from './newest-id.ts';
import { searchName } from './search-name.ts';

type Saved = NonNullable<CallBody<'saveSearch'>>;

/**
 * POST /api/saved-searches.php: saves a search; only profiles that join later count as new matches. A search with the
 * same filters gets the new name instead. Throws `too_many_searches` beyond the maximum.
 */
export async function saveSearch(db: Db, member: number, { name, query, alerts }: Saved): Promise<number> {
  const label = searchName(name);
  return inTransaction(db, async (tx) => {
    // One save at a time, so that two at once cannot exceed the maximum.
    await sql`select from members where id = ${member} for no key update`.execute(tx);
    const { id, count } = await one(
      sql<{ id: number; count: number }>`
      with saved as (
        insert into saved_searches (member_id, name, query, alerts, searched_to)
          values (${member}, ${label}, ${JSON.stringify(query)}::jsonb, ${alerts}, ${NEWEST_ID})
          on conflict (member_id, md5(query::text)) do update set name = excluded.name, alerts = excluded.alerts
          returning id
      )
      select saved.id, (select count(*)::int from saved_searches s where s.member_id = ${member} and s.id <> saved.id) as count from saved`.execute(
        tx,
      ),
    );
    if (count >= MOST_SAVED_SEARCHES) throw refuse('too_many_searches', { most: MOST_SAVED_SEARCHES });
    return id;
  });
}
