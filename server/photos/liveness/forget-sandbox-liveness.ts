import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

const KEPT_DAYS = 7;

export async function forgetSandboxLiveness(db: Db): Promise<void> {
  await sql`delete from sandbox_liveness_sessions where created_at < app_now() - ${KEPT_DAYS} * interval '1 day'`.execute(
    db,
  );
}
