import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { undoLimit } from './undo-limit.ts';

export async function forgetRemoved(db: Db): Promise<void> {
  await sql`delete from acquaintance_imports where removed_at < ${undoLimit}`.execute(db);
}
