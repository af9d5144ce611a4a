import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { assignConversations, type Wanted } from './assign-conversations.ts';

/**
 * POST /api/admin/desk-next: the conversation that the writer answers next, apart from `after`: of those that they hold the
 * one that waits longest, else a newly assigned one. Null if nobody waits for them.
 */
export async function nextConversation(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  { after = 0, ...wanted }: Omit<Wanted, 'atMost'> & { after?: number | undefined },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select k.conversation_id as id from desk_claims k join unanswered w on w.conversation_id = k.conversation_id
    where k.operator_id = ${wanted.operator} and k.expires_at > app_now() and k.conversation_id <> ${after}
    order by w.since, w.conversation_id limit 1`.execute(app.db);
  if (rows[0]) return rows[0].id;
  const [assigned] = await assignConversations(app, { ...wanted, atMost: 1 });
  return assigned ?? null;
}
