import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { threadOfToken } from './thread-link.ts';
import { currentStatus, type OwnThreadRow } from './thread-row.ts';

export interface AskedThread {
  member: number | null;
  id?: number | undefined;
  token?: string | undefined;
}

/**
 * The thread that its member or, by the link from the mail, its visitor asks for. Throws `not_found` for another
 * member's, and `link_expired` for a link that has ended.
 */
export async function findThread(
  { config }: Pick<App, 'config'>,
  db: Db,
  { member, id, token }: AskedThread,
): Promise<OwnThreadRow> {
  const thread = token === undefined ? id : threadOfToken(config, token);
  if (token === undefined && member === null) throw refuse('authentication_required');
  const { rows } = await sql<OwnThreadRow>`
    select th.id, th.subject, ${currentStatus} as status, th.unread, th.updated_at from support_threads th
    where th.id = ${thread ?? null}::bigint and th.member_id is not distinct from ${token === undefined ? member : null}::bigint`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw refuse(token === undefined ? 'not_found' : 'link_expired');
  return found;
}
