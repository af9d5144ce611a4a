import { sql } from 'kysely';
import { BATCH, openChecks } from './open-checks.ts';
import { settleLiveness, type SettlingParts } from './settle-liveness.ts';

/** Job that asks the providers about every open check, because notifications get lost and providers are down at times. */
export async function settleOpenLiveness(app: SettlingParts): Promise<void> {
  for (let after = 0; ;) {
    const checks = await openChecks(app.db, sql`c.id > ${after}`);
    for (const check of checks) await settleLiveness(app, check);
    const last = checks.at(-1);
    if (!last || checks.length < BATCH) return;
    after = last.id;
  }
}
