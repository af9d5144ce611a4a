import { sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ComplaintOutcome } from '#contract/lists/complaints.ts';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import { mayCall, type Role } from '#contract/lists/roles.ts';
import type { Ground } from '#contract/rules/measure-rules.ts';
import { deleteMessage } from '../chat/index.ts';
import { decidePhoto } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { Refusal, refuse, refuseFields } from '../platform/http/refusal.ts';
import { decideVoiceIntro } from '../voice/index.ts';
import { APPEAL_DAYS, appealSigner } from './appeals/appeal-link.ts';
import { rememberDecision, wasMeasured } from './bulk/decided-in-bulk.ts';
import { addressOf } from './complain.ts';
import { type ComplaintSubject, measureOf } from './complaint-measure.ts';
import { applyMeasure } from './measures/apply-measure.ts';
import type { MeasureRequest } from './measures/measure-request.ts';

export interface ComplaintDecision {
  operatorId: number;
  roles: readonly Role[];
  id: number;
  outcome: ComplaintOutcome;
  note?: string | undefined;
  ground?: Ground | undefined;
  facts?: string | undefined;
  days?: number | undefined;
  refund?: boolean | undefined;
  /** Manifestly unfounded: counts towards misuse of complaints (DSA, article 23). */
  unfounded?: boolean | undefined;
  /** The id of the bulk act that this decision is a part of. */
  bulk?: string | undefined;
  audit: AuditNote;
}

interface Case extends ComplaintSubject {
  status: string;
  outcome: string | null;
  reporter_id: number | null;
  reporter_email: string | null;
  locale: string | null;
  host: string | null;
}

/**
 * PUT /api/admin/complaint: decides a complaint and applies its outcome: removes the photo, introduction or message, or
 * closes the account. The reporter is notified by mail and in the list. Repeating the decision changes
 * nothing. Throws:
 * - `not_found` if the complaint does not exist
 * - `conflict` if it was decided differently or, as part of a bulk act, at all
 * - `invalid_fields` for an outcome without a matching subject, a measure against an operator, or an unfounded
 *   complaint with another outcome than `no_violation`
 * - `role_required` for a measure by an operator whose roles allow none
 * - `own_decision` for the sender and the subject of the complaint, and for the operator whose decision was
 *   reversed
 */
export async function decideComplaint(app: App, decision: ComplaintDecision): Promise<void> {
  const { operatorId, id, outcome, unfounded = false, bulk, audit } = decision;
  const note = decision.note?.trim() || null;
  const found = await undecided(app.db, decision);
  if (found === null) return;
  await refuseOwnCase(app.db, operatorId, id);
  const measure = await allowedMeasure(app, found, decision);
  await removeContent(app, found, decision);
  const decided = await inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update complaints set status = ${outcome === 'no_violation' ? 'rejected' : 'resolved'}, outcome = ${outcome}, note = ${note}, is_unfounded = ${unfounded},
        decided_at = app_now(), decided_by = ${operatorId}
      where id = ${id} and status in ('open', 'in_review')`.execute(tx);
    if (numAffectedRows === 0n) return false;
    if (bulk !== undefined) await rememberDecision(tx, { operator: operatorId, bulk }, id);
    if (measure) await applyMeasure(app, tx, { id: operatorId, audit }, measure);
    await audit(tx, {
      member: found.profile_id,
      object: id,
      details: { outcome, ...(unfounded && { unfounded }) },
    });
    await mailDecision(app, tx, found, { id, outcome, note });
    return true;
  });
  if (!decided) throw refuse('conflict');
  if (found.reporter_id !== null) app.events.emit(found.reporter_id, 'changed', { what: 'complaints' });
}

/** The complaint to decide. Null if it was decided in this way before. */
async function undecided(
  db: Db,
  { id, outcome, unfounded = false, bulk }: ComplaintDecision,
): Promise<Case | null> {
  const { rows } = await sql<Case>`
    select status, outcome, reporter_id, reporter_email, profile_id, photo_id, message_id, voice_intro_id, locale, host from complaints where id = ${id}`.execute(
    db,
  );
  const found = rows[0];
  if (!found) throw refuse('not_found');
  if (found.status !== 'open' && found.status !== 'in_review') {
    if (found.outcome === outcome && bulk === undefined) return null;
    throw refuse('conflict');
  }
  if (unfounded && outcome !== 'no_violation') throw refuseFields({ unfounded: 'invalid' });
  return found;
}

async function mailDecision(
  app: App,
  tx: Tx,
  { reporter_id, reporter_email, locale: language, host }: Case,
  decided: { id: number; outcome: ComplaintOutcome; note: string | null },
): Promise<void> {
  const locale = isLocale(language) ? language : defaultLocale;
  const token = appealSigner(app.config).pack({ complaint: decided.id }, APPEAL_DAYS * 86_400);
  const person = reporter_id === null ? null : await addressOf(tx, reporter_id);
  if (reporter_id !== null && person?.email)
    return app.mailer.send(
      tx,
      'complaint-decision',
      { email: person.email, name: person.name, locale, memberId: reporter_id, host },
      { ...decided, member: true, token },
    );
  if (reporter_email)
    await app.mailer.sendToTyped(
      tx,
      'complaint-decision',
      { email: reporter_email, locale, host },
      { ...decided, token },
    );
}

/**
 * Throws `own_decision` for an operator who sent the complaint, from this account or this address, who is its
 * subject, or who has decided it before.
 */
async function refuseOwnCase(db: Db, operator: number, complaint: number): Promise<void> {
  const { rows } = await sql`
    select from complaints c join members o on o.id = ${operator}
    where c.id = ${complaint} and (o.id in (c.reporter_id, c.profile_id, c.desk_operator) or lower(normalize(btrim(c.reporter_email), nfc)) = lower(normalize(btrim(o.email), nfc))
      or exists (select from appeals a where a.complaint_id = c.id and a.state = 'reversed' and a.contested_by = o.id))`.execute(
    db,
  );
  if (rows.length > 0) throw refuse('own_decision');
}

/** The measure that the decision implies and its operator may take, or null. */
async function allowedMeasure(
  app: App,
  found: Case,
  decision: ComplaintDecision,
): Promise<MeasureRequest | null> {
  const measure = measureOf(found, decision);
  if (!measure || (await isPointless(app, decision, measure))) return null;
  if (!mayCall(decision.roles, calls.takeMeasure)) throw refuse('role_required');
  // Checked before anything is removed: only the owner decides about operators, not a colleague.
  if (await worksHere(app, measure.member)) throw refuseFields({ outcome: 'invalid' });
  return measure;
}

/**
 * A purged account can get no measure: its evidence is left to judge. Several complaints about one member that are
 * decided together lead to one measure, except for removed content, each piece of which has its own.
 */
const isPointless = async (
  app: App,
  { operatorId, bulk }: ComplaintDecision,
  { member, kind }: MeasureRequest,
): Promise<boolean> =>
  (await isGone(app, member)) ||
  (bulk !== undefined &&
    kind !== 'content_removed' &&
    (await wasMeasured(app.db, { operator: operatorId, bulk }, member)));

const isGone = async ({ db }: App, member: number): Promise<boolean> =>
  (await db.selectFrom('members').where('id', '=', member).select('id').executeTakeFirst()) === undefined;

const worksHere = async (app: App, member: number): Promise<boolean> => {
  const row = await app.db.selectFrom('members').where('id', '=', member).select('roles').executeTakeFirst();
  return (row?.roles.length ?? 0) > 0;
};

/** Removes the reported content. Each step is idempotent, in case the decision itself fails afterwards. */
async function removeContent(
  app: App,
  { profile_id, photo_id, message_id, voice_intro_id }: Case,
  { operatorId, outcome, audit }: ComplaintDecision,
): Promise<void> {
  if (outcome !== 'content_removed') return;
  const removal = {
    operatorId,
    approve: false,
    reason: 'other',
    audit,
    overrules: true,
    silently: true,
  } as const;
  if (photo_id !== null) await orGone(decidePhoto(app, { ...removal, id: photo_id }));
  if (voice_intro_id !== null) await orGone(decideVoiceIntro(app, { ...removal, id: voice_intro_id }));
  if (message_id !== null && profile_id !== null) await orGone(deleteMessage(app, profile_id, message_id));
}

/** Content that its owner has deleted in the meantime need not be removed. */
const orGone = (removal: Promise<unknown>): Promise<unknown> =>
  removal.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
  });
