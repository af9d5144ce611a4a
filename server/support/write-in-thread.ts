import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { findThread, type AskedThread } from './find-thread.ts';

/**
 * POST /api/support-thread.php: a further message of the member or visitor. It opens the thread, whatever its
 * status. A repeat of a `client_id` changes nothing.
 */
export async function writeInThread(
  app: Pick<App, 'config' | 'db'>,
  asked: AskedThread,
  { clientId, text }: { clientId: string; text: string },
): Promise<number> {
  const body = text.trim();
  if (body === '') throw refuseFields({ text: 'required' });
  return inTransaction(app.db, async (tx) => {
    const { id } = await findThread(app, tx, asked);
    const { rows } = await sql`
      insert into support_messages (thread_id, member_id, by_support, body, client_id)
      select id, member_id, false, ${body}, ${clientId} from support_threads where id = ${id}
      on conflict (thread_id, client_id) do nothing returning id`.execute(tx);
    if (rows.length === 0) return id;
    await sql`
      update support_threads th set status = 'open', snoozed_until = null, version = version + 1, updated_at = app_now(),
        waiting_since = case when th.status = 'open' or th.status = 'snoozed' then waiting_since else app_now() end
      where id = ${id}`.execute(tx);
    return id;
  });
}
