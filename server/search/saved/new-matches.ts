import { sql } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { allowedSearch } from '../allowed-search.ts';
import { filtersOf, type Filters } from '../filters.ts';
import { presentGenders } from '../present-genders.ts';
import { rangesOf } from '../ranges.ts';

export interface DueSearch {
  id: number;
  member_id: number;
  query: NonNullable<CallQuery<'members'>>;
  searched_to: number;
  paid_user: boolean;
  pool_id: number;
  host: string | null;
  lat: number | null;
  lon: number | null;
}

export interface NewMatch {
  search: number;
  profile: number;
}

/** Most matches counted for one search in a day. */
const MOST_FOUND = 25;
const SEARCHES_PER_STATEMENT = 20;

interface Prepared {
  search: DueSearch;
  filters: Filters;
  resell: boolean;
}

/**
 * The matches of saved searches among the profiles up to the id `until` that are newer than each search looked at. One
 * statement reads many searches, each from the index ranges of the search itself. Fictional and cam profiles do not count.
 */
export async function newMatches(
  app: Pick<App, 'parts'> & { db: Db },
  searches: DueSearch[],
  until: number,
): Promise<NewMatch[]> {
  const prepared: Prepared[] = [];
  for (const search of searches) {
    const settings = await settingsOf(app, search.host ?? undefined);
    const { asked, traits, isPremium } = allowedSearch(settings, search.query);
    if (isPremium && !search.paid_user) continue;
    const everyone = await presentGenders(app.db, app.parts.search, search.pool_id, settings);
    prepared.push({
      search,
      filters: filtersOf(lasting(asked), { place: placeOf(search), traits, everyone }),
      resell: settings.member_resell,
    });
  }
  const found: NewMatch[] = [];
  for (let from = 0; from < prepared.length; from += SEARCHES_PER_STATEMENT) {
    const parts = prepared.slice(from, from + SEARCHES_PER_STATEMENT).map((each) => matchesOf(each, until));
    const { rows } = await sql<NewMatch>`${sql.join(parts, sql` union all `)}`.execute(app.db);
    found.push(...rows);
  }
  return found;
}

/** Drops the filters by activity, which every new profile passes, and sorts by signup. */
const lasting = ({
  sort: _sort,
  online: _online,
  active_this_week: _active,
  new_here: _new,
  ...query
}: DueSearch['query']): DueSearch['query'] => query;

const placeOf = ({ lat, lon }: DueSearch) => (lat === null || lon === null ? null : { lat, lon });

const matchesOf = ({ search, filters, resell }: Prepared, until: number) => sql`(
  select ${search.id}::bigint as search, r.id as profile
  from (${rangesOf({
    filters,
    viewer: { id: search.member_id, pool: search.pool_id, resell },
    after: { id: until + 1, day: 0 },
    limit: MOST_FOUND,
    since: search.searched_to,
  })}) r join profiles k on k.id = r.id and k.kind = 'member'
  order by r.id desc limit ${sql.lit(MOST_FOUND)})`;
