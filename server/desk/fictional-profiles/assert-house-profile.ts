import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

export async function assertHouseProfile(db: Db, id: number): Promise<void> {
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('kind', '<>', 'member')
    .executeTakeFirst();
  if (!found) throw refuse('not_found');
}
