import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

export interface Drill {
  lostSeconds: number;
  restoreSeconds: number;
  faults: number;
}

/** Stores the result of a restore drill, so that the office shows its age. */
export async function recordDrill(db: Db, { lostSeconds, restoreSeconds, faults }: Drill): Promise<void> {
  await sql`
    insert into recovery_drills (lost_seconds, restore_seconds, faults)
    values (${Math.round(lostSeconds)}, ${Math.round(restoreSeconds)}, ${faults})`.execute(db);
}
