import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { knownTownOf } from '../profiles/index.ts';
import type { Searcher } from './search-context.ts';

type SearcherPlace = Pick<Searcher, 'place' | 'placeVersion'>;

interface Town {
  lat: number | null;
  lon: number | null;
}

export async function readPlaceOf(db: Db, member: number): Promise<SearcherPlace> {
  const town = await db
    .selectFrom('profiles')
    .where('id', '=', member)
    .select(['lat', 'lon'])
    .executeTakeFirst();
  return { place: placeIn(town), placeVersion: undefined };
}

/** The place by the member's cached card, for a search that compares its version. Reads it if none is cached. */
export async function knownPlaceOf(app: Pick<App, 'db' | 'parts'>, member: number): Promise<SearcherPlace> {
  const known = knownTownOf(app, member);
  return known ? { place: placeIn(known), placeVersion: known.version } : readPlaceOf(app.db, member);
}

const placeIn = (town: Town | undefined): Searcher['place'] =>
  town && town.lat !== null && town.lon !== null ? { lat: town.lat, lon: town.lon } : null;
