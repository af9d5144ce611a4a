import { sql, type RawBuilder } from 'kysely';

/** SQL value: when the member's passed checks that count now have all expired; null if none counts. */
export const validUntil = (member: RawBuilder<unknown>): RawBuilder<Date | null> => sql`(
  select max(expires_at) from age_checks where member_id = ${member} and state = 'passed' and expires_at > app_now())`;
