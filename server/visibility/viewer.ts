import type { LRUCache } from 'lru-cache';
import { hiddenFields, type HideableField } from '#contract/profile-fields.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { growingCache } from '../platform/memory/growing-cache.ts';
import { siteOf } from '../site-settings/index.ts';
import { ageCountries } from './age-gate.ts';
import type { Viewer } from './sql-pieces.ts';

declare module '../platform/app.ts' {
  interface Parts {
    /** Pools by member. They never change, so entries do not expire. */
    memberPools: LRUCache<number, number>;
  }
}

const CACHED_POOLS = 100_000;
/** No pool has this id: a member who was deleted in the meantime sees nobody. */
const NO_POOL = 0;

export const createMemberPools = (): LRUCache<number, number> => growingCache(CACHED_POOLS);

/** By settings, of which every change makes a new object. Each call of a member asks for them. */
const hiddenBySettings = new WeakMap<SiteSettings, HideableField[]>();

/** `hiddenFields`, cached by the settings object. */
export function hiddenBy(settings: SiteSettings): HideableField[] {
  const known = hiddenBySettings.get(settings);
  if (known) return known;
  const hidden = hiddenFields(settings);
  hiddenBySettings.set(settings, hidden);
  return hidden;
}

/**
 * The viewer (null for a visitor) on the site at `host`. Without a host, the main site's settings apply. A
 * member's pool is the one of the signup, whatever host is given; a visitor's is that of the host's site.
 */
export async function viewerOf<Id extends number | null>(
  app: Pick<App, 'db' | 'parts'>,
  id: Id,
  host?: string | null,
): Promise<Viewer<Id>> {
  const { settings, pool } = await siteOf(app, host ?? undefined);
  return {
    id,
    pool: id === null ? pool.id : await poolOfMember(app, id),
    resell: settings.member_resell,
    hides: hiddenBy(settings),
    voiceIntros: settings.voice_intros,
    ageCountries: ageCountries(settings),
    verificationRule: settings.verification_required,
  };
}

async function poolOfMember({ db, parts }: Pick<App, 'db' | 'parts'>, id: number): Promise<number> {
  const known = parts.memberPools.get(id);
  if (known !== undefined) return known;
  const pool = await readPool(db, id);
  if (pool !== null) parts.memberPools.set(id, pool);
  return pool ?? NO_POOL;
}

async function readPool(db: Db, id: number): Promise<number | null> {
  const row = await db.selectFrom('members').where('id', '=', id).select('pool_id').executeTakeFirst();
  return row?.pool_id ?? null;
}
