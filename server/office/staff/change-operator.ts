import type { Role } from '#contract/lists/roles.ts';
import { type OperatorLimits, raisesBeyond } from '#contract/office/operator-limits.ts';
import {
  assertOwnerStays,
  limitsOf,
  lockOwners,
  setLanguages,
  setLimits,
  setRoles,
} from '../../identity/index.ts';
import type { Operator } from '../../moderation/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { knownSites } from './known-sites.ts';

/**
 * PUT /api/admin/operators: changes roles, sites, languages and limits immediately, even if the account is closed or being
 * deleted. Throws `not_found` if the operator does not exist, `invalid_fields` for an unknown site, `conflict` if no
 * owner of all sites would remain, and `beyond_own_limits` for a limit raised above that of the calling operator.
 */
export async function changeOperator(
  app: App,
  operator: Operator,
  {
    id,
    roles,
    sites: wanted,
    languages,
    limits,
  }: {
    id: number;
    roles: Role[];
    sites?: readonly string[] | null;
    languages?: readonly string[];
    limits?: OperatorLimits;
  },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await lockOwners(tx);
    const found = await tx
      .selectFrom('members')
      .where('id', '=', id)
      .select(['roles', 'office_sites', 'office_languages'])
      .forUpdate()
      .executeTakeFirst();
    if (!found || found.roles.length === 0) throw refuse('not_found');
    const sites = wanted === undefined ? found.office_sites : await knownSites(tx, wanted);
    if (!roles.includes('owner') || sites !== null) await assertOwnerStays(tx, id);
    const limitsBefore = await limitsOf(tx, id);
    if (limits) {
      if (raisesBeyond(await limitsOf(tx, operator.id), limitsBefore, limits))
        throw refuse('beyond_own_limits');
      await setLimits(tx, id, limits);
    }
    if (languages) await setLanguages(app, tx, id, languages);
    await setRoles(app, tx, id, { roles: [...new Set(roles)], sites });
    await operator.audit(tx, {
      member: id,
      details: {
        before: found.roles,
        after: roles,
        ...(wanted !== undefined && { sites_before: found.office_sites, sites_after: sites }),
        ...(languages && { languages_before: found.office_languages, languages_after: languages }),
        ...(limits && { limits_before: limitsBefore, limits_after: limits }),
      },
    });
  });
}
