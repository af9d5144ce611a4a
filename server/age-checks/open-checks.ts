import { sql } from 'kysely';

/** The columns of an `OpenCheck`, for a query over `age_checks c` joined with `members m`. */
export const openCheckColumns = sql`c.id, c.member_id, c.provider, c.reference, m.language, m.host, c.due_at <= app_now() as late`;
