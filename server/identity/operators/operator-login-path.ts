import type { Db } from '../../platform/database/index.ts';
import { operatorLoginToken } from './operator-login-token.ts';

const LINK_MINUTES = 60;

/** A path that logs an operator in once, within the hour. Earlier paths stop working. */
export async function operatorLoginPath(db: Db, memberId: number): Promise<string> {
  return `/admin/login?token=${await operatorLoginToken(db, memberId, LINK_MINUTES)}`;
}
