import { sql } from 'kysely';
import { one, type Tx } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';

/** Throws `invalid_fields` if the last day of a rule is over. */
export async function assertLastDay(tx: Tx, until: string | null): Promise<void> {
  if (until === null) return;
  const { over } = await one(
    sql<{ over: boolean }>`select ${until}::date < (app_now() at time zone 'UTC')::date as over`.execute(tx),
  );
  if (over) throw refuseFields({ until: 'day_over' });
}
