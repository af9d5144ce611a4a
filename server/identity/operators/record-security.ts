import { auditAs } from '../../audit/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { worksHere } from '../accounts.ts';

/** Records a change of an operator's own login, or a rejected code. Members' changes are not recorded. */
export async function recordSecurity(db: Db, memberId: number, what: string): Promise<void> {
  if (await worksHere(db, memberId)) await auditAs(memberId, 'operator.security')(db, { object: what });
}
