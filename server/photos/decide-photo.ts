import { sql } from 'kysely';
import { isLocale, defaultLocale, type Locale } from '#contract/lists/locales.ts';
import { LEAST_PDQ_QUALITY } from '#contract/photos/pdq-rules.ts';
import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import type { RefusalReason } from '#contract/photos/refusal-reasons.ts';
import type { Detection } from '#contract/rules/measure-rules.ts';
import { recordActivity } from '../activity/index.ts';
import { holdAccount, withdrawHold } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, one, type Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { lockMember } from './lock-member.ts';
import { updateProfilePhotos } from './update-profile-photos.ts';
import { takeBadge } from './verification/take-badge.ts';

export const PHOTO_NOTIFICATION = 'photo-notification';

export interface PhotoDecision {
  operatorId: number;
  id: number;
  approve: boolean;
  private?: true | undefined;
  /** Reason of a refusal; defaults to `other`. */
  reason?: RefusalReason | undefined;
  audit: AuditNote;
  /** Replaces another operator’s different decision, instead of throwing `conflict`. */
  overrules?: boolean;
  silently?: boolean;
  /** Runs in the transaction of a decision that changes the photo. */
  remember?: (tx: Tx) => Promise<void>;
  /**
   * Stores the statement of reasons for a refusal, in the refusal's transaction, and returns the token for
   * the member's appeal, and how the photo was found.
   */
  statement?(tx: Tx, refused: RefusedPhoto): Promise<{ token: string; detection: Detection }>;
}

export interface RefusedPhoto {
  id: number;
  member: number;
  reason: RefusalReason;
  locale: Locale;
  badge: boolean;
  flags: PhotoFlag[];
}

/** Reasons that concern the picture itself, so they also apply to copies of it. */
const OF_THE_PICTURE: readonly RefusalReason[] = [
  'not_a_person',
  'contact_details',
  'explicit',
  'minor',
  'not_own',
];

/**
 * Approves a photo, possibly for premium members only, or refuses it. A refusal as somebody else's photo also
 * removes the member's verified badge, and one as under age holds the account until it is decided (product
 * 12.16). The member is notified by mail, push and live event, and the audit log
 * records the decision. Repeating a decision changes nothing, and an operator can change their own. Throws
 * `not_found` if the photo does not exist, `own_decision` for the operator's own photo, and `conflict` if
 * another operator has decided differently, unless the decision `overrules` it, and for the approval of a photo that waits for
 * the matcher.
 */
export async function decidePhoto(
  app: Pick<App, 'db' | 'events' | 'mailer' | 'jobs' | 'parts'>,
  decision: PhotoDecision,
): Promise<void> {
  const { id, approve } = decision;
  const outcome: Outcome = {
    status: approve ? 'active' : 'refused',
    hide: approve && decision.private === true,
    reason: approve ? null : (decision.reason ?? 'other'),
  };
  const owner = await inTransaction(app.db, async (tx) => {
    const found = await sql<{
      member_id: number;
      storage_key: string;
    }>`select member_id, storage_key from photos where id = ${id}`.execute(tx);
    const photo = found.rows[0];
    if (!photo) throw refuse('not_found');
    const memberId = photo.member_id;
    if (memberId === decision.operatorId) throw refuse('own_decision');
    await lockMember(tx, memberId);
    if (!(await storeOutcome(tx, decision, outcome))) return null;
    await decision.remember?.(tx);
    const { reason } = outcome;
    if (reason && OF_THE_PICTURE.includes(reason)) await rememberRefused(tx, id);
    const badge = reason === 'not_own' && (await takeBadge(tx, memberId));
    const hold = { member: memberId, picture: photo.storage_key };
    if (reason === 'minor') await holdAccount(app, tx, { ...hold, reason: 'minor_picture' });
    else await withdrawHold(app, tx, hold);
    await updateProfilePhotos(app, tx, memberId);
    await decision.audit(tx, { act: actOf(outcome), member: memberId, object: id, details: { reason } });
    if (!decision.silently) await notifyOwner(app, tx, { decision, outcome, memberId, badge });
    return memberId;
  });
  if (owner !== null)
    app.events.emit(owner, 'changed', { what: 'user', photo: { id, status: outcome.status } });
}

interface Outcome {
  status: 'active' | 'refused';
  hide: boolean;
  reason: RefusalReason | null;
}

const actOf = ({ status, hide }: Outcome) =>
  status === 'refused' ? 'photo.refuse' : hide ? 'photo.hide' : 'photo.approve';

/**
 * Stores the outcome, and returns whether it changes the photo. A person who approves a public photo overrules the
 * verdict that it is intimate. The caller holds the lock of its owner.
 */
async function storeOutcome(
  tx: Tx,
  { id, operatorId, overrules = false }: PhotoDecision,
  { status, hide, reason }: Outcome,
): Promise<boolean> {
  const { rows } = await sql<{ changes: boolean; by_another: boolean; awaits_lists: boolean }>`
    select (status, refusal_reason) is distinct from (${status}, ${reason}::text) or (${hide} and not private) as changes,
      status <> 'inspecting' and coalesce(decided_by <> ${operatorId}, false) as by_another, awaits_lists
    from photos where id = ${id}`.execute(tx);
  const now = rows[0];
  // Its owner may have deleted the photo before the lock was taken.
  if (!now) throw refuse('not_found');
  if (!now.changes) return false;
  if (now.by_another && !overrules) throw refuse('conflict');
  // A picture must not be shown before it was compared with the lists.
  if (now.awaits_lists && status === 'active') throw refuse('conflict');
  await sql`
    update photos set status = ${status}, refusal_reason = ${reason}, private = private or ${hide}, intimate = intimate and (private or ${hide} or ${status === 'refused'}), decided_at = app_now(), decided_by = ${operatorId}
    where id = ${id}`.execute(tx);
  return true;
}

interface Notice {
  decision: PhotoDecision;
  outcome: Outcome;
  memberId: number;
  badge: boolean;
}

async function notifyOwner(
  app: Pick<App, 'events' | 'mailer' | 'jobs'>,
  tx: Tx,
  { decision: { id, approve, statement }, outcome: { hide, reason }, memberId, badge }: Notice,
): Promise<void> {
  const { rows } = await sql<{ email: string | null; language: string; host: string | null; name: string }>`
    select email, language, host, name from members join profiles using (id) where id = ${memberId} and members.status in ('active', 'not_confirmed')`.execute(
    tx,
  );
  const member = rows[0];
  if (!member) return;
  if (member.email) {
    const locale = isLocale(member.language) ? member.language : defaultLocale;
    const { flags } = await one(
      sql<{ flags: PhotoFlag[] }>`select flags from photos where id = ${id}`.execute(tx),
    );
    const stated =
      reason && statement
        ? await statement(tx, { id, member: memberId, reason, locale, badge, flags })
        : null;
    await app.mailer.send(
      tx,
      'photo-decision',
      { email: member.email, name: member.name, locale, memberId, host: member.host },
      { name: member.name, reason, hidden: hide, statement: stated },
    );
  }
  await recordActivity(app, tx, {
    member: memberId,
    kind: approve ? 'photo_approved' : 'photo_refused',
    key: id,
  });
  await app.jobs.add(tx, PHOTO_NOTIFICATION, { member: memberId, approved: approve });
}

/**
 * Records the fingerprint of a refused photo, so that copies are recognised after its owner has deleted it.
 */
const rememberRefused = (tx: Tx, id: number): Promise<unknown> =>
  sql`insert into refused_pictures (fingerprint, pdq)
    select fingerprint, case when pdq_quality >= ${LEAST_PDQ_QUALITY} then pdq end from photos where id = ${id} and fingerprint is not null
    on conflict (fingerprint) do update set pdq = coalesce(refused_pictures.pdq, excluded.pdq)`.execute(tx);
