import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Days of which hits are counted, and for which a removed rule can be put back. */
export const HIT_DAYS = 30;

/** Forgets old counts of hits, removed rules, and proofs whose challenge has expired. */
export async function forgetRules(db: Db): Promise<void> {
  await sql`
    delete from sign_up_rule_hits where day <= (app_now() at time zone 'UTC')::date - ${sql.lit(HIT_DAYS)}`.execute(
    db,
  );
  await sql`
    delete from sign_up_rules where removed_at < app_now() - make_interval(days => ${sql.lit(HIT_DAYS)})`.execute(
    db,
  );
  await sql`delete from used_proofs where expires_at < app_now()`.execute(db);
}
