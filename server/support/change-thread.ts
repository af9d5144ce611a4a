import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { lockThread } from './lock-thread.ts';

/**
 * PUT /api/admin/support-thread: takes or gives back a thread, snoozes, closes or reopens it. Throws `conflict` if
 * it has changed since `version`.
 */
export async function changeThread(
  app: Pick<App, 'db'>,
  operator: number,
  { id, version, mine, status, hours }: CallBody<'changeSupport'>,
): Promise<void> {
  if (status === 'snoozed' && hours === undefined) throw refuseFields({ hours: 'required' });
  await inTransaction(app.db, async (tx) => {
    const thread = await lockThread(tx, id);
    if (thread.version !== version) throw refuse('conflict');
    await sql`
      update support_threads set version = version + 1,
        assigned_to = ${mine === undefined ? sql`assigned_to` : mine ? operator : null},
        status = ${status === undefined ? sql`status` : status},
        snoozed_until = ${
          status === undefined
            ? sql`snoozed_until`
            : status === 'snoozed'
              ? sql`app_now() + ${hours ?? 0} * interval '1 hour'`
              : null
        }
        ${status === undefined ? sql`` : sql`, updated_at = app_now()`}
      where id = ${id}`.execute(tx);
  });
}
