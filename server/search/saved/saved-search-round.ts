import { sql } from 'kysely';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { type DueSearch, newMatches } from './new-matches.ts';

/** The job that looks for new matches of saved searches, some members at a time. */
export const SAVED_SEARCH_ROUND = 'saved-search-round';
/** The job that tells a member of new matches. */
export const SAVED_SEARCH_NOTIFICATION = 'notify-saved-searches';

export interface SearchRound {
  after?: number;
  /** The newest profile that this round looks at. */
  until?: number;
}

export interface SavedSearchNews {
  member: number;
  profiles: number[];
}

const MEMBERS = 50;
const ACTIVE_DAYS = 60;
/** Profiles of the last hours wait for the next round, because many have no photo yet. */
const SETTLED_HOURS = 6;
const MOST_NAMED = 50;

/**
 * Looks for new matches of the saved searches with alerts. A search is advanced in the transaction that records its
 * matches, so that a repeated job finds nothing twice.
 */
export async function savedSearchRound(app: App, { after = 0, until }: SearchRound): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const newest = until ?? (await newestSettled(tx));
    if (newest === null) return;
    const searches = await dueSearches(tx, after, newest);
    const last = searches.at(-1);
    if (!last) return;
    const found = await newMatches({ parts: app.parts, db: tx }, searches, newest);
    const counts = searches.map(({ id }) => found.filter(({ search }) => search === id).length);
    await sql`
      update saved_searches s set searched_to = ${newest}, new_matches = least(s.new_matches + f.found, 99)
      from unnest(${searches.map(({ id }) => id)}::bigint[], ${counts}::int[]) f (id, found) where s.id = f.id`.execute(
      tx,
    );
    for (const [member, profiles] of byMember(searches, found)) {
      await recordActivity(app, tx, {
        member,
        kind: 'saved_search',
        key: newest,
        details: { matches: profiles.length },
      });
      await app.jobs.add(
        tx,
        SAVED_SEARCH_NOTIFICATION,
        { member, profiles: profiles.slice(0, MOST_NAMED) },
        { key: `member ${member} saved searches`, maxAttempts: 3 },
      );
    }
    await app.jobs.add(
      tx,
      SAVED_SEARCH_ROUND,
      { after: last.member_id, until: newest },
      { key: 'saved search round' },
    );
  });
}

async function newestSettled(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from profiles where created_at < app_now() - make_interval(hours => ${SETTLED_HOURS})
    order by created_at desc, id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * The searches of the next members. Those without consent to the use of their intimate data get no suggestions
 * (docs/product.md 6.11). `after` bounds every table: where many members have searches they are merge-joined, and the
 * others would be read from the first member in each batch (benches/results/member-query-plans.md).
 */
async function dueSearches(tx: Tx, after: number, until: number): Promise<DueSearch[]> {
  const { rows } = await sql<DueSearch>`
    select s.id, s.member_id, s.query, s.searched_to, m.paid_user, m.pool_id, m.host, me.lat, me.lon
    from saved_searches s join members m on m.id = s.member_id join profiles me on me.id = s.member_id
    where s.alerts and s.searched_to < ${until} and s.member_id in (
      select due.member_id from saved_searches due join members m on m.id = due.member_id join profiles me on me.id = due.member_id
      where due.alerts and due.searched_to < ${until} and due.member_id > ${after} and m.id > ${after} and me.id > ${after}
        and m.status = 'active' and m.intimate_consent_withdrawn_at is null and me.active_on > app_now()::date - ${ACTIVE_DAYS}::int
      group by due.member_id order by due.member_id limit ${sql.lit(MEMBERS)})
    order by s.member_id, s.id for no key update of s`.execute(tx);
  return rows;
}

/** The different profiles that each member's searches found, newest first. */
function byMember(
  searches: DueSearch[],
  found: { search: number; profile: number }[],
): Map<number, number[]> {
  const members = new Map(searches.map(({ id, member_id }) => [id, member_id]));
  const profiles = new Map<number, Set<number>>();
  for (const { search, profile } of found) {
    const member = members.get(search);
    if (member === undefined) continue;
    const seen = profiles.get(member) ?? new Set();
    profiles.set(member, seen.add(profile));
  }
  return new Map([...profiles].map(([member, ids]) => [member, [...ids].sort((a, b) => b - a)]));
}
