import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { DeskReply } from '#contract/desk/replies.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Db } from '../../platform/database/index.ts';

const MOST = 500;

/** GET /api/admin/desk-replies: the writer's own canned replies and the shared ones, at most 500. */
export async function replies(
  db: Db,
  operator: number,
  language: Locale | undefined,
): Promise<CallReply<'deskReplies'>> {
  const { rows } = await sql<DeskReply>`
    select id, language, shortcut, body as text, active, owner_id is null as shared from desk_replies
    where (owner_id = ${operator} or owner_id is null)
      and (${language ?? null}::text is null or language = ${language ?? null})
    order by shortcut, id limit ${MOST}`.execute(db);
  return { replies: rows };
}
