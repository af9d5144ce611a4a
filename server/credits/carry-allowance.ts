import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

const REMEMBERED = '1 year';

/**
 * Counts the free messages and conversations of a person's other accounts against a newly confirmed one,
 * because they are granted per person (docs/product.md 10.1). `mail` is the hash of the person's address.
 * Returns whether the person had an account before.
 */
export async function carryAllowance(tx: Tx, member: number, mail: Buffer): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    with earlier as (
      select o.free_messages_used as messages, o.conversations_started as conversations
        from person_marks k join members o on o.id = k.member_id
        where k.kind = 'mail' and k.hash = ${mail} and k.member_id <> ${member}
      union all select messages, conversations from used_allowances where hash = ${mail} and until > app_now()
    ), used as (
      -- Each account already contains what the ones before it had used.
      select coalesce(max(messages), 0) as messages, coalesce(max(conversations), 0) as conversations,
        count(*) > 0 as known from earlier
    )
    update members m set free_messages_used = m.free_messages_used + used.messages,
        conversations_started = m.conversations_started + used.conversations
      from used where m.id = ${member} returning used.known`.execute(tx);
  return rows[0]?.known ?? false;
}

export async function keepAllowance(tx: Tx, member: number): Promise<void> {
  await sql`
    insert into used_allowances (hash, messages, conversations, until)
    select k.hash, m.free_messages_used, m.conversations_started, app_now() + ${REMEMBERED}::interval
      from person_marks k join members m on m.id = k.member_id
      where k.member_id = ${member} and k.kind = 'mail'
        and m.free_messages_used + m.conversations_started > 0
    on conflict (hash) do update set messages = greatest(used_allowances.messages, excluded.messages),
      conversations = greatest(used_allowances.conversations, excluded.conversations), until = excluded.until`.execute(
    tx,
  );
}
