import type { ScopedThing } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { assertThingInSites } from '../site-scope/index.ts';
import { recordActs } from './record-acts.ts';

/**
 * For pictures, which no call of the contract serves: throws `not_found` unless the thing lies within the
 * operator's sites, and records the refusal as calls do.
 */
export async function assertLookInSites(
  db: Db,
  { memberId: operator, sites }: Pick<MemberSession, 'memberId' | 'sites'>,
  { act, of, id }: { act: string; of: ScopedThing; id: number },
): Promise<void> {
  try {
    await assertThingInSites(db, sites, of, id);
  } catch (error) {
    await recordActs(db, [
      {
        operator,
        act: 'refused',
        object: `${act} ${of} ${id}`,
        details: { error: 'not_found' },
        isList: true,
      },
    ]);
    throw error;
  }
}
