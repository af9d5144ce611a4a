import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { cancelAnnouncement } from './cancel-announcement.ts';

/**
 * DELETE /api/admin/announcements: stops an announcement. Idempotent. Throws `not_found` if it does not
 * exist, and `conflict` if it has already been sent.
 */
export async function stopAnnouncement(db: Db, id: number): Promise<{ ok: true }> {
  if (await cancelAnnouncement(db, id)) return { ok: true };
  const { rows } = await sql<{ status: string }>`select status from announcements where id = ${id}`.execute(
    db,
  );
  if (rows[0]?.status === 'cancelled') return { ok: true };
  throw refuse(rows[0] ? 'conflict' : 'not_found');
}
