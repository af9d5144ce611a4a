import { isWithinSites, type ScopedThing, type Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { sitesOfThing } from './sites-of-thing.ts';

/**
 * For what no call of the contract serves, such as pictures: throws `not_found` unless the thing lies within
 * the operator's sites.
 */
export async function assertThingInSites(db: Db, own: Sites, of: ScopedThing, id: number): Promise<void> {
  if (own === null) return;
  const sites = await sitesOfThing(db, of, id);
  if (sites === undefined || !isWithinSites(own, sites)) throw refuse('not_found');
}
