import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { memberChanged } from './member-changed.ts';

/**
 * Records that a session has passed the second factor. An operator's sessions that have not passed it end.
 */
export async function noteBothFactors(
  app: Pick<App, 'events'>,
  tx: Tx,
  session: MemberSession,
): Promise<void> {
  await sql`update sessions set both_factors = true, factor_at = app_now() where member_id = ${session.memberId} and token_hash = ${session.tokenHash}`.execute(
    tx,
  );
  await sql`delete from sessions s using members m where s.member_id = ${session.memberId} and not s.both_factors and m.id = s.member_id and m.roles <> '{}'`.execute(
    tx,
  );
  await memberChanged(app, tx, session.memberId);
}
