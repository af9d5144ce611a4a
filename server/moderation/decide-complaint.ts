import { sql } from 'kysely';
import type { ComplaintOutcome } from '#contract/enums.ts';
import type { Ground } from '#contract/rules/measure-rules.ts';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import { memberChanged } from '../identity/index.ts';
import { deleteMessage } from '../chat/index.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { App } from '../platform/app.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { Refusal, refuse, refuseFields } from '../platform/http/refusal.ts';
import { decidePhoto } from '../photos/index.ts';
import { addressOf } from './complain.ts';
import { APPEAL_DAYS, appealSigner, applyMeasure, type MeasureRequest } from './take-measure.ts';

export interface ComplaintDecision {
  operatorId: number;
  id: number;
  outcome: ComplaintOutcome;
  /** To the reporter. */
  note?: string | undefined;
  /** Of a measure: the rule, what the member reads, and how long. */
  ground?: Ground | undefined;
  facts?: string | undefined;
  days?: number | undefined;
  audit: AuditNote;
}

interface Case {
  status: string;
  outcome: string | null;
  reporter_id: number | null;
  reporter_email: string | null;
  profile_id: number | null;
  photo_id: number | null;
  message_id: number | null;
  locale: string | null;
  host: string | null;
}

/**
 * PUT /api/admin/complaint.php: decides a complaint and does what the outcome says: the photo or message goes, the account is
 * closed. The reporter is told by mail and in the list. A repeat of the same decision changes nothing.
 *
 * Refuses `not_found`; `conflict` when another decision was made; `invalid_fields` for an outcome that the complaint names nothing for,
 * and for a measure against somebody who works here.
 */
export async function decideComplaint(app: App, decision: ComplaintDecision): Promise<void> {
  const { operatorId, id, outcome, audit } = decision;
  const note = decision.note?.trim() || null;
  const { rows } = await sql<Case>`
    select status, outcome, reporter_id, reporter_email, profile_id, photo_id, message_id, locale, host from complaints where id = ${id}`.execute(app.db);
  const found = rows[0];
  if (!found) throw refuse('not_found');
  if (found.status !== 'open' && found.status !== 'in_review') {
    if (found.outcome === outcome) return;
    throw refuse('conflict');
  }
  const measure = measureOf(found, decision);
  // Asked before anything is removed: complaints about operators are for the owner, not for a colleague.
  if (measure && (await worksHere(app, measure.member))) throw refuseFields({ outcome: 'invalid' });
  await removeContent(app, found, decision);
  const decided = await inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update complaints set status = ${outcome === 'no_violation' ? 'rejected' : 'resolved'}, outcome = ${outcome}, note = ${note},
        decided_at = app_now(), decided_by = ${operatorId}
      where id = ${id} and status in ('open', 'in_review')`.execute(tx);
    if (numAffectedRows === 0n) return false;
    if (measure) await applyMeasure(app, tx, { id: operatorId, audit }, measure);
    await audit(tx, { member: found.profile_id, object: id, details: { outcome } });
    const member = found.reporter_id === null ? null : await addressOf(tx, found.reporter_id);
    const email = member?.email ?? found.reporter_email;
    if (email) {
      const locale = isLocale(found.locale) ? found.locale : defaultLocale;
      const to = { email, name: member?.name, locale, host: found.host, ...(found.reporter_id !== null && { memberId: found.reporter_id }) };
      await app.mailer.send(tx, 'complaint-decision', to, {
        id,
        outcome,
        note,
        member: found.reporter_id !== null,
        token: appealSigner(app.config).pack({ complaint: id }, APPEAL_DAYS * 86_400),
      });
    }
    return true;
  });
  if (!decided) throw refuse('conflict');
  if (measure) memberChanged(app, measure.member);
  if (found.reporter_id !== null) app.events.emit(found.reporter_id, 'changed', { what: 'complaints' });
}

const worksHere = async (app: App, member: number): Promise<boolean> => {
  const row = await app.db.selectFrom('members').where('id', '=', member).select('roles').executeTakeFirst();
  return (row?.roles.length ?? 0) > 0;
};

/** The measure that an outcome means for the member complained about; null when there is none. Refuses `invalid_fields`. */
function measureOf({ profile_id, photo_id, message_id }: Case, { id, outcome, ground, facts, days }: ComplaintDecision): MeasureRequest | null {
  const kind = ({ content_removed: 'content_removed', warned: 'warning', suspended: 'suspension', account_closed: 'ban' } as const)[outcome as string];
  if (!kind) return null;
  if (profile_id === null || (kind === 'content_removed' && photo_id === null && message_id === null)) throw refuseFields({ outcome: 'invalid' });
  if (!ground) throw refuseFields({ ground: 'required' });
  if (!facts?.trim()) throw refuseFields({ facts: 'required' });
  if (kind === 'suspension' && !days) throw refuseFields({ days: 'required' });
  const undo = kind === 'content_removed' && photo_id !== null ? { photo: photo_id } : {};
  return { member: profile_id, kind, ground, facts, days, complaint: id, undo };
}

/** Takes away what was complained about. Each part may be repeated, should the decision itself fail after it. */
async function removeContent(app: App, { profile_id, photo_id, message_id }: Case, { operatorId, outcome, audit }: ComplaintDecision): Promise<void> {
  if (outcome !== 'content_removed') return;
  if (photo_id !== null) await orGone(decidePhoto(app, { operatorId, id: photo_id, approve: false, reason: 'other', audit, silently: true }));
  if (message_id !== null && profile_id !== null) await orGone(deleteMessage(app, profile_id, message_id));
}

/** What its owner deleted meanwhile need not be removed. */
const orGone = (removal: Promise<unknown>): Promise<unknown> =>
  removal.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
  });
