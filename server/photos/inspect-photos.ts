import { sql } from 'kysely';
import type { PhotoFlag } from '#contract/enums.ts';
import { isLocale, defaultLocale, type Locale } from '#contract/lists/locales.ts';
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
import { takeBadge } from './verification/badge.ts';

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
    sql<{ id: number; member_id: number; status: 'inspecting'; private: boolean; flags: PhotoFlag[]; created_at: Date }>`
      select id, member_id, status, private, flags, created_at from photos
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
      flags: row.flags,
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
  /** Approved for premium members only. */
  private?: true | undefined;
  /** Why it is refused; `other` when nothing is said. */
  reason?: RefusalReason | undefined;
  audit: AuditNote;
  /** The member hears of it otherwise. */
  silently?: boolean;
  /** Keeps the statement of reasons of a refusal, in its transaction; returns the token by which the member can object to it. */
  statement?(tx: Tx, refused: RefusedPhoto): Promise<string>;
}

export interface RefusedPhoto {
  id: number;
  member: number;
  reason: RefusalReason;
  locale: Locale;
  /** It cost the member the badge of verified members. */
  badge: boolean;
}

/** Reasons that say something of the picture itself, so that a copy of it would be refused too. */
const OF_THE_PICTURE: readonly RefusalReason[] = ['not_a_person', 'contact_details', 'explicit', 'minor', 'not_own'];

/**
 * Makes a photo active, for premium members only if it says so, or refuses it; whoever shows somebody else's photo is verified no more. The member hears of it by mail, push and in the open page; the decision is noted. The
 * last decision counts, a repeat of the same changes nothing. Refuses `not_found`.
 */
export async function decidePhoto(
  app: Pick<App, 'db' | 'events' | 'mailer' | 'jobs'>,
  { operatorId, id, approve, private: only, reason, audit, silently, statement }: PhotoDecision,
): Promise<void> {
  const status = approve ? 'active' : 'refused';
  const hide = approve && only === true;
  const why = approve ? null : (reason ?? 'other');
  const owner = await inTransaction(app.db, async (tx) => {
    const found = await sql<{ member_id: number }>`select member_id from photos where id = ${id}`.execute(tx);
    const memberId = found.rows[0]?.member_id;
    if (memberId === undefined) throw refuse('not_found');
    await lockMember(tx, memberId);
    const { numAffectedRows } = await sql`
      update photos set status = ${status}, refusal_reason = ${why}, private = private or ${hide}, decided_at = app_now(), decided_by = ${operatorId}
      where id = ${id} and ((status, refusal_reason) is distinct from (${status}, ${why}::text) or (${hide} and not private))`.execute(tx);
    if (numAffectedRows === 0n) return null;
    if (why && OF_THE_PICTURE.includes(why)) await rememberRefused(tx, id);
    const badge = why === 'not_own' && (await takeBadge(tx, memberId));
    await refreshFigures(tx, memberId);
    await audit(tx, { act: approve ? (hide ? 'photo.hide' : 'photo.approve') : 'photo.refuse', member: memberId, object: id, details: { reason: why } });
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
        {
          name: member.name,
          reason: why,
          hidden: hide,
          token: why && statement ? await statement(tx, { id, member: memberId, reason: why, locale, badge }) : null,
        },
      );
    }
    if (member && !silently) await app.jobs.add(tx, PHOTO_NOTIFICATION, { member: memberId, approved: approve });
    return memberId;
  });
  if (owner !== null) app.events.emit(owner, 'changed', { what: 'user', photo: { id, status } });
}

/** Keeps what a refused photo looked like, so that a copy of it is noticed after its owner has deleted it. */
const rememberRefused = (tx: Tx, id: number): Promise<unknown> =>
  sql`insert into refused_pictures (fingerprint) select fingerprint from photos where id = ${id} and fingerprint is not null on conflict do nothing`.execute(
    tx,
  );

/** Shows a photo again that was refused by mistake, in the transaction that reverses the decision. */
export async function restorePhoto(tx: Tx, id: number, operatorId: number): Promise<void> {
  const { rows } = await sql<{ member_id: number }>`
    update photos set status = 'active', refusal_reason = null, decided_at = app_now(), decided_by = ${operatorId}
    where id = ${id} and status = 'refused' returning member_id`.execute(tx);
  // Its copies are as good as it is.
  await sql`delete from refused_pictures where fingerprint = (select fingerprint from photos where id = ${id})`.execute(tx);
  if (rows[0]) await refreshFigures(tx, rows[0].member_id);
}
