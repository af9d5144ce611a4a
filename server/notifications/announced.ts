import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { Announced } from '#contract/calls/text-desk-calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { announce, cancelAnnouncement } from './announcements.ts';

const PAGE = 20;
const LIST = 'announcements';

/** GET /api/admin/announcements.php: what was announced and what will be, newest first. */
export async function announced(db: Db, cursor: string | undefined): Promise<CallReply<'adminAnnouncements'>> {
  const [before] = readCursor(LIST, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await sql<Omit<Announced, 'starts_at' | 'operator'> & { starts_at: Date; created_by: number | null; name: string | null }>`
    select a.id, a.type, a.texts, a.audience, a.starts_at, a.status, a.meant, a.sent, a.mailed, a.pushed, a.dropped, a.created_by, p.name
    from announcements a left join profiles p on p.id = a.created_by where a.id < ${before!} order by a.id desc limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  return {
    announcements: page.map(({ starts_at, created_by, name, ...row }) => ({
      ...row,
      starts_at: starts_at.toISOString(),
      operator: created_by === null ? null : { id: created_by, name },
    })),
    next: rows.length > PAGE ? writeCursor(LIST, [page.at(-1)!.id]) : null,
  };
}

/**
 * POST /api/admin/announcements.php: announces something, now or at a time. Refuses `invalid_fields`: no words in any
 * language, or a time that is over by more than an hour or more than a year away.
 */
export async function announceByOperator(app: App, operator: number, body: CallBody<'adminAnnounce'>): Promise<{ id: number }> {
  const { client_id: clientId, type, texts, audience, starts_at } = body;
  if (Object.keys(texts).length === 0) throw refuseFields({ texts: 'required' });
  return inTransaction(app.db, async (tx) => {
    if (starts_at !== undefined) {
      const { rows } = await sql<{ fits: boolean }>`
        select ${starts_at}::timestamptz between app_now() - interval '1 hour' and app_now() + interval '1 year' as fits`.execute(tx);
      if (!rows[0]!.fits) throw refuseFields({ starts_at: 'invalid' });
    }
    const startsAt = starts_at === undefined ? {} : { startsAt: new Date(starts_at) };
    return { id: await announce(app, tx, { type, texts, audience, ...startsAt, createdBy: operator, clientId }) };
  });
}

/** DELETE /api/admin/announcements.php. Stopped before is stopped; refuses `conflict` for one that is through, `not_found`. */
export async function stopAnnouncement(db: Db, id: number): Promise<{ ok: true }> {
  if (await cancelAnnouncement(db, id)) return { ok: true };
  const { rows } = await sql<{ status: string }>`select status from announcements where id = ${id}`.execute(db);
  if (rows[0]?.status === 'cancelled') return { ok: true };
  throw refuse(rows[0] ? 'conflict' : 'not_found');
}
