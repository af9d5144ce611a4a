import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Db } from '../../platform/database/index.ts';

const MOST = 20;

/** The newest notes to the writer of a conversation, oldest first. */
export async function whispersOf(db: Db, conversation: number): Promise<CallReply<'deskThread'>['whispers']> {
  const { rows } = await sql<{ id: number; name: string | null; body: string; at: Date }>`
    select w.id, p.name, w.body, w.created_at as at from desk_whispers w left join profiles p on p.id = w.operator_id
    where w.conversation_id = ${conversation} order by w.id desc limit ${MOST}`.execute(db);
  return rows
    .toReversed()
    .map(({ id, name, body, at }) => ({ id, by: name ?? '', text: body, at: at.toISOString() }));
}
