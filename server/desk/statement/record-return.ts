import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Records returned credits for the statement, with the writer who holds the conversation or else answered in it last. */
export async function recordReturn(
  tx: Db,
  { conversation, member, credits }: { conversation: number; member: number; credits: number },
): Promise<void> {
  await sql`
    insert into desk_returns (operator_id, site, credits)
    select coalesce(
        (select operator_id from desk_claims where conversation_id = ${conversation}),
        (select operator_id from desk_answers where conversation_id = ${conversation} order by message_id desc limit 1)),
      site_of_host(m.host), ${credits}
    from members m where m.id = ${member} and ${credits} > 0`.execute(tx);
}
