import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { NEWEST_ID } from './newest-id.ts';
import { searchName } from './search-name.ts';

/** PUT /api/saved-searches.php. Alerts that are turned on again begin with the profiles that join from now on. */
export async function changeSavedSearch(
  db: Db,
  member: number,
  { id, name, alerts, looked_at }: NonNullable<CallBody<'changeSavedSearch'>>,
): Promise<void> {
  const label = name === undefined ? null : searchName(name);
  const { rows } = await sql`
    update saved_searches set
      name = coalesce(${label}::text, name),
      searched_to = case when ${alerts ?? false}::boolean and not alerts then ${NEWEST_ID} else searched_to end,
      alerts = coalesce(${alerts ?? null}::boolean, alerts),
      new_matches = case when ${looked_at ?? false}::boolean then 0 else new_matches end
    where id = ${id} and member_id = ${member} returning id`.execute(db);
  if (rows.length === 0) throw refuse('not_found');
}
