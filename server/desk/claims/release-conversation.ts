import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { tellDesk } from '../news.ts';

/**
 * DELETE /api/admin/desk-claim: releases a conversation and appends the handover note to the profile's notes.
 * Idempotent.
 */
export async function releaseConversation(
  app: Pick<App, 'db' | 'events'>,
  operator: number,
  conversation: number,
  note: string,
): Promise<void> {
  const released = await inTransaction(app.db, async (tx) => {
    const { rows } =
      await sql`delete from desk_claims where conversation_id = ${conversation} and operator_id = ${operator} returning conversation_id`.execute(
        tx,
      );
    if (rows.length > 0 && note.trim() !== '') {
      await sql`insert into desk_memory as memory (conversation_id, body, updated_by) values (${conversation}, ${note.trim()}, ${operator})
        on conflict (conversation_id) do update set
          body = left(memory.body || case when memory.body = '' then '' else E'\n' end || excluded.body, 4000),
          updated_by = excluded.updated_by, updated_at = app_now()`.execute(tx);
    }
    return rows.length > 0;
  });
  if (released) tellDesk(app, conversation);
}
