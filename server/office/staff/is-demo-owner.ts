import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function isDemoOwner(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_demo: boolean }>`
    select is_demo from members where 'owner' = any(roles) and office_sites is null and status = 'active' order by id limit 1`.execute(
    db,
  );
  return rows[0]?.is_demo ?? false;
}
