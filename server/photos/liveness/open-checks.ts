import { sql, type RawBuilder } from 'kysely';
import type { LivenessProviderName } from '#contract/photos/liveness-lists.ts';
import type { Db } from '../../platform/database/index.ts';

export const BATCH = 200;

export interface OpenCheck {
  id: number;
  member: number;
  provider: LivenessProviderName;
  reference: string | null;
  language: string;
  host: string | null;
  late: boolean;
}

export async function openChecks(db: Db, which: RawBuilder<unknown>): Promise<OpenCheck[]> {
  const { rows } = await sql<OpenCheck>`
    select c.id, c.member_id as member, c.provider, c.reference, m.language, m.host, c.due_at <= app_now() as late
    from liveness_checks c join members m on m.id = c.member_id
    where c.state = 'open' and ${which} order by c.id limit ${BATCH}`.execute(db);
  return rows;
}
