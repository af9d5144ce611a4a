import { sql } from 'kysely';

/** SQL with the highest id of a profile. Ids rise with the time of creation. */
export const NEWEST_ID = sql<number>`(select coalesce(max(id), 0) from profiles)`;
