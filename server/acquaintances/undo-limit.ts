import { sql } from 'kysely';

/** Lists that were removed after this time can be restored. */
export const undoLimit = sql`app_now() - interval '1 hour'`;
