import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import type { LivenessResult } from './provider.ts';

interface Ended {
  member: number;
  result: Exclude<LivenessResult, { state: 'open' }>;
  /** Ends only the check with this session. */
  reference?: string | null;
}

/** Stores the result of a member's open check, and forgets the provider's session. Changes nothing if it is not open any more. */
export async function endLiveness(
  app: Pick<App, 'events'>,
  db: Db,
  { member, result, reference = null }: Ended,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update liveness_checks set state = ${result.state}, reason = ${result.state === 'failed' ? result.reason : null},
      reference = null, page = null, decided_at = app_now()
    where member_id = ${member} and state = 'open' and (${reference}::text is null or reference = ${reference})`.execute(
    db,
  );
  if (numAffectedRows) app.events.emit(member, 'changed', { what: 'user' });
}
