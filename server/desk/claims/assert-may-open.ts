import type { Db } from '../../platform/database/index.ts';
import { type DeskOperator, isOpenToWriter } from '../../site-scope/index.ts';
import { assertFictional, type Sides } from './assert-fictional.ts';

/**
 * Returns both sides of a conversation at the desk. Throws `not_found` for one without a fictional profile, and for
 * writers if its member is outside their languages (docs/product.md 16.30).
 */
export const assertMayOpen = (db: Db, operator: DeskOperator, conversation: number): Promise<Sides> =>
  assertFictional(db, conversation, isOpenToWriter(operator));
