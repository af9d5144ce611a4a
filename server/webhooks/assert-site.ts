import type { Db } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

/** Throws `invalid_fields` for the host of no site. Null stands for all sites. */
export async function assertSite(db: Db, site: string | null): Promise<void> {
  if (site === null) return;
  const found = await db.selectFrom('sites').where('host', '=', site).select('host').executeTakeFirst();
  if (!found) throw refuseFields({ site: 'invalid' });
}
