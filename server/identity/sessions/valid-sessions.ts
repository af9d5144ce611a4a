import { sql } from 'kysely';

/** FROM clause of the sessions `s` that have not expired, of members `m` who may be logged in. */
export const validSessions = sql`
  sessions s join members m on m.id = s.member_id and m.status in ('not_confirmed', 'active') and s.expires_at > app_now()`;
