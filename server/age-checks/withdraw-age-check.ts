import { inTransaction, type Db } from '../platform/database/index.ts';
import { endOpenCheck } from './end-open-check.ts';

/** DELETE /api/age-check.php: ends the open check without a result and deletes its pictures. Idempotent. */
export const withdrawAgeCheck = (db: Db, member: number): Promise<void> =>
  inTransaction(db, (tx) => endOpenCheck(tx, member));
