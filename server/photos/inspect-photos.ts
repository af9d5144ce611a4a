import { sql } from 'kysely';
import { isLocale, defaultLocale } from '#contract/locales.ts';
import type { CallReply } from '#contract/calls.ts';
import type { RefusalReason } from '#mail/photo-decision.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { refuse } from '../platform/http/refusal.ts';
import { profileCardMap } from '../profiles/index.ts';
import type { PhotoAddresses } from './addresses.ts';
import { lockMember, refreshFigures } from './figures.ts';

/** Job: pushes the decision to the member's devices. */
export const PHOTO_NOTIFICATION = 'photo-notification';

const PAGE = 30;
const LIST = 'waiting photos';

/** The photos that wait for inspection, the longest waiting first. */
export async function waitingPhotos(
  app: Pick<App, 'db' | 'parts'>,
  addresses: PhotoAddresses,
  operatorId: number,
  cursor?: string,
): Promise<CallReply<'adminPhotos'>> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const [{ rows }, total] = await Promise.all([
    sql<{ id: number; member_id: number; status: 'inspecting'; private: boolean; created_at: Date }>`
      select id, member_id, status, private, created_at from photos
      where status = 'inspecting' and id > ${after} order by id limit ${PAGE + 1}`.execute(app.db),
    sql<{ waiting: number }>`select count(*)::int as waiting from photos where status = 'inspecting'`.execute(app.db),
  ]);
  const page = rows.slice(0, PAGE);
  const cards = await profileCardMap(
    app,
    operatorId,
    page.map((row) => row.member_id),
  );
  return {
    photos: page.map((row) => ({
      id: row.id,
      member: cards.get(row.member_id)!,
      filename: addresses.address(row.id, '960'),
      status: row.status,
      private: row.private,
      created_at: row.created_at.toISOString(),
    })),
    waiting: total.rows[0]!.waiting,
    next: rows.length > PAGE ? writeCursor(LIST, [page.at(-1)!.id]) : null,
  };
}

export interface PhotoDecision {
  operatorId: number;
  id: number;
  approve: boolean;
  /** Why it is refused; `other` when nothing is said. */
  reason?: RefusalReason | undefined;
  audit: AuditNote;
  /** The member hears of it otherwise. */
  silently?: boolean;
}

/**
 * Makes a photo active or refuses it. The member hears of it by mail, push and in the open page; the decision is noted. The
 * last decision counts, a repeat of the same changes nothing. Refuses `not_found`.
 */
export async function decidePhoto(
  app: Pick<App, 'db' | 'events' | 'mailer' | 'jobs'>,
  { operatorId, id, approve, reason, audit, silently }: PhotoDecision,
): Promise<void> {
  const status = approve ? 'active' : 'refused';
  const why = approve ? null : (reason ?? 'other');
  const owner = await inTransaction(app.db, async (tx) => {
    const found = await sql<{ member_id: number }>`select member_id from photos where id = ${id}`.execute(tx);
    const memberId = found.rows[0]?.member_id;
    if (memberId === undefined) throw refuse('not_found');
    await lockMember(tx, memberId);
    const { numAffectedRows } = await sql`
      update photos set status = ${status}, refusal_reason = ${why}, decided_at = app_now(), decided_by = ${operatorId}
      where id = ${id} and (status, refusal_reason) is distinct from (${status}, ${why}::text)`.execute(tx);
    if (numAffectedRows === 0n) return null;
    await refreshFigures(tx, memberId);
    await audit(tx, { act: approve ? 'photo.approve' : 'photo.refuse', member: memberId, object: id, details: { reason: why } });
    const { rows } = await sql<{ email: string | null; language: string; host: string | null; name: string }>`
      select email, language, host, name from members join profiles using (id) where id = ${memberId} and members.status in ('active', 'not_confirmed')`.execute(
      tx,
    );
    const member = rows[0];
    if (member?.email && !silently) {
      const locale = isLocale(member.language) ? member.language : defaultLocale;
      await app.mailer.send(
        tx,
        'photo-decision',
        { email: member.email, name: member.name, locale, memberId, host: member.host },
        { name: member.name, reason: why },
      );
    }
    if (member && !silently) await app.jobs.add(tx, PHOTO_NOTIFICATION, { member: memberId, approved: approve });
    return memberId;
  });
  if (owner !== null) app.events.emit(owner, 'changed', { what: 'user', photo: { id, status } });
}

/** Shows a photo again that was refused by mistake, in the transaction that reverses the decision. */
export async function restorePhoto(tx: Tx, id: number, operatorId: number): Promise<void> {
  const { rows } = await sql<{ member_id: number }>`
    update photos set status = 'active', refusal_reason = null, decided_at = app_now(), decided_by = ${operatorId}
    where id = ${id} and status = 'refused' returning member_id`.execute(tx);
  if (rows[0]) await refreshFigures(tx, rows[0].member_id);
}
