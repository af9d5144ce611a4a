import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Sessions that have not expired, of members who may be logged in. */
export const validSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .where('sessions.expires_at', '>', sql<Date>`app_now()`)
    .where('members.status', 'in', ['not_confirmed', 'active']);
