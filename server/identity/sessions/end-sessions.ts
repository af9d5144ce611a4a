import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { revokeApiTokens } from '../api-tokens/revoke-api-tokens.ts';
import { sessionsChanged } from './member-changed.ts';

export async function endSessions(
  app: Pick<App, 'events'>,
  db: Db,
  memberId: number,
  except?: Buffer,
): Promise<void> {
  let query = db.deleteFrom('sessions').where('member_id', '=', memberId);
  if (except) query = query.where('token_hash', '!=', except);
  await query.execute();
  await revokeApiTokens(db, memberId);
  await sessionsChanged(app, db, memberId);
}
