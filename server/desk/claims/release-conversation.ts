import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { lockWriter } from '../assignment/lock-writer.ts';
import { tellDesk } from '../news.ts';
import { endClaims } from './end-claims.ts';

/** So many conversations that a writer handed over are not assigned to them again. */
const MOST_PASSED_ON = 50;

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
    const { passed_on } = await lockWriter(tx, operator);
    const ended = await endClaims(
      tx,
      sql`k.conversation_id = ${conversation} and k.operator_id = ${operator}`,
    );
    if (ended.length > 0) {
      const passed = [...passed_on.filter((id) => id !== conversation), conversation].slice(-MOST_PASSED_ON);
      await sql`update desk_writers set passed_on = ${passed}, active_at = app_now() where operator_id = ${operator}`.execute(
        tx,
      );
    }
    if (ended.length > 0 && note.trim() !== '') {
      await sql`insert into desk_memory as memory (conversation_id, body, updated_by) values (${conversation}, ${note.trim()}, ${operator})
        on conflict (conversation_id) do update set
          body = left(memory.body || case when memory.body = '' then '' else E'\n' end || excluded.body, 4000),
          updated_by = excluded.updated_by, updated_at = app_now()`.execute(tx);
    }
    return ended.length > 0;
  });
  if (released) tellDesk(app, conversation);
}
