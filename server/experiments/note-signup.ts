import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/** Counts a new member for the versions that their browser showed before. */
export async function noteSignup(tx: Tx, member: number, unit: string): Promise<void> {
  await sql`
    update experiment_exposures e set member_id = ${member}
    where e.unit = ${unit} and e.member_id is null
      and exists (select from experiments x where x.id = e.experiment_id and x.state = 'running')`.execute(
    tx,
  );
}
