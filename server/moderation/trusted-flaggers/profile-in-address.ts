import type { Db } from '../../platform/database/index.ts';

/** The member whose profile has this address on the site, or null. */
export async function profileInAddress(db: Db, address: string, host: string): Promise<number | null> {
  const url = URL.parse(address.trim(), `http://${host}`);
  const id = Number(/\/members\/(\d{1,15})\/?$/.exec(url?.pathname ?? '')?.[1]);
  if (!url || url.hostname !== host.replace(/:\d+$/, '') || !Number.isSafeInteger(id)) return null;
  const profile = await db.selectFrom('profiles').where('id', '=', id).select('id').executeTakeFirst();
  return profile?.id ?? null;
}
