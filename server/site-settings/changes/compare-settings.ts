import { isDeepStrictEqual } from 'node:util';
import { itemOf } from '#contract/lists/item-of.ts';
import type { SettingsComparison } from '#contract/site-settings/comparison.ts';
import {
  isMoneySetting,
  isSettingKey,
  pictureSettings,
  settingTable,
  type SettingRow,
} from '#contract/site-settings/setting-table.ts';
import type { Db } from '../../platform/database/index.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { allSites } from '../queries.ts';
import { faultOf } from '../read-settings.ts';

/**
 * POST /api/admin/settings-comparison: how a site's own values would change if they became those of a file. A setting that
 * the file does not name would get its default. Stores nothing. Throws `not_found` for an unknown site.
 */
export async function compareSettings(
  db: Db,
  { roles }: Pick<MemberSession, 'roles'>,
  host: string,
  wanted: Record<string, unknown>,
): Promise<SettingsComparison> {
  const site = (await allSites(db)).get(host);
  if (!site) throw refuse('not_found');
  const own: Record<string, unknown> = site.overrides;
  // Files contain no pictures, so importing one keeps the site's.
  const named = (key: string) => Object.hasOwn(wanted, key) || !itemOf(pictureSettings, key);
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(own)])].filter(named).toSorted();
  const differing = keys.filter((key) => !isDeepStrictEqual(own[key] ?? null, wanted[key] ?? null));
  return {
    same: keys.length - differing.length,
    rows: differing.map((key) => ({
      key,
      present: own[key] ?? null,
      wanted: wanted[key] ?? null,
      obstacle: obstacleOf(key, wanted[key] ?? null, roles),
    })),
  };
}

function obstacleOf(
  key: string,
  value: unknown,
  roles: MemberSession['roles'],
): SettingsComparison['rows'][number]['obstacle'] {
  if (!isSettingKey(key)) return 'unknown';
  const { elsewhere }: SettingRow = settingTable[key];
  if (elsewhere || itemOf(pictureSettings, key)) return 'elsewhere';
  if (!roles.includes('owner') && !isMoneySetting(key)) return 'role';
  return value !== null && faultOf(key, value) !== null ? 'invalid' : null;
}
