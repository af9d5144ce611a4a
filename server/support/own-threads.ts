import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { findThread, type AskedThread } from './find-thread.ts';
import { currentStatus, presentOwnThread, type OwnThreadRow } from './thread-row.ts';

const PAGE = 20;

/** GET /api/support.php: a member's threads, most recently changed first. */
export async function ownThreads(
  db: Db,
  member: number,
  cursor: string | undefined,
): Promise<CallReply<'support'>> {
  const list = `support of ${member}`;
  const [at, before] = readCursor(list, cursor, 2) ?? [null, null];
  const { rows } = await sql<OwnThreadRow & { at: number }>`
    select th.id, th.subject, ${currentStatus} as status, th.unread, th.updated_at,
      (extract(epoch from th.updated_at) * 1000000)::bigint as at
    from support_threads th
    where th.member_id = ${member} and (${at}::bigint is null
      or (th.updated_at, th.id) < (to_timestamp(0) + ${at}::bigint * interval '1 microsecond', ${before}::bigint))
    order by th.updated_at desc, th.id desc limit ${PAGE + 1}`.execute(db);
  return {
    threads: rows.slice(0, PAGE).map(presentOwnThread),
    next: nextPage(rows, PAGE, (last) => writeCursor(list, [last.at, last.id])),
  };
}

/** GET /api/support-thread.php: a thread for the person who asked, which marks it as read. */
export async function ownThread(
  app: Pick<App, 'config' | 'db'>,
  asked: AskedThread,
): Promise<CallReply<'supportThread'>> {
  const thread = await findThread(app, app.db, asked);
  if (thread.unread)
    await sql`update support_threads set unread = false where id = ${thread.id}`.execute(app.db);
  const { rows } = await sql<{ id: number; by_support: boolean; text: string; created_at: Date }>`
    select id, by_support, body as text, created_at from support_messages where thread_id = ${thread.id} order by id`.execute(
    app.db,
  );
  return {
    ...presentOwnThread(thread),
    messages: rows.map(({ created_at, ...message }) => ({
      ...message,
      created_at: created_at.toISOString(),
    })),
  };
}
