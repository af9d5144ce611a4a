import type { Db } from '../../platform/database/index.ts';
import { createLinkToken } from '../link-tokens/create-link-token.ts';
import { dropLinkTokens } from '../link-tokens/drop-link-tokens.ts';

/**
 * A token that logs an operator in once. It invalidates earlier ones, because a lost link must not work
 * beside its replacement.
 */
export async function operatorLoginToken(db: Db, memberId: number, minutes: number): Promise<string> {
  await dropLinkTokens(db, memberId, 'operator_login');
  return createLinkToken(db, memberId, 'operator_login', minutes);
}
