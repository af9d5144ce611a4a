import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { sessionsChanged } from './member-changed.ts';

export async function endSession(app: Pick<App, 'events'>, db: Db, session: MemberSession): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('member_id', '=', session.memberId)
    .where('token_hash', '=', session.tokenHash)
    .execute();
  await sessionsChanged(app, db, session.memberId);
}
