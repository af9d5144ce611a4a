import { sql } from 'kysely';
import type { Measure } from '#contract/measures.ts';
import type { Ground, MeasureKind } from '#contract/rules/measure-rules.ts';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import type { Money } from '#contract/schema.ts';
import { closeAccount, memberChanged, reopenAccount } from '../identity/index.ts';
import { giveBadgeBack, takeBadge } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { createSigner } from '../platform/signing.ts';
import { settleClosedAccount } from './close-member.ts';

/** What a measure took and its reversal brings back: a photo, the badge of verified members. */
export interface Undo {
  photo?: number;
  badge?: boolean;
}

/** An operator at work, and how what is done is noted. */
export interface Operator {
  id: number;
  audit: AuditNote;
}

export interface MeasureRequest {
  member: number;
  kind: MeasureKind;
  ground: Ground;
  /** What happened, in words for the member. */
  facts: string;
  /** Of a suspension. */
  days?: number | undefined;
  /** The complaint that led to it; without one the site acted by itself. */
  complaint?: number | undefined;
  /** What a reversal brings back. */
  undo?: Undo;
}

/** A decision may be objected to for six months (Digital Services Act, article 20), the longest that six months can be. */
export const APPEAL_DAYS = 184;

/** Signs the address by which a decision can be objected to without logging in. */
export const appealSigner = (config: App['config']) => createSigner(config.secret, 'appeal');

/** POST /api/admin/measure.php: takes a measure by itself, in a transaction of its own. */
export async function takeMeasure(app: App, operator: Operator, request: MeasureRequest): Promise<number> {
  const id = await inTransaction(app.db, (tx) => applyMeasure(app, tx, operator, request));
  memberChanged(app, request.member);
  return id;
}

/**
 * Takes a measure in the caller's transaction: does what it says, keeps the statement of reasons, mails it to the member with a
 * link to object, and notes it. Call `memberChanged` after the commit.
 *
 * Refuses `not_found`; `invalid_fields` for somebody who works here, and for a suspension without days; `conflict` for a badge that is not there.
 */
export async function applyMeasure(app: App, tx: Tx, operator: Operator, request: MeasureRequest): Promise<number> {
  const { member, kind, ground, days } = request;
  const facts = request.facts.trim();
  if (facts === '') throw refuseFields({ facts: 'required' });
  if (kind === 'suspension' && !days) throw refuseFields({ days: 'required' });
  const person = await tx.selectFrom('members').where('id', '=', member).select(['roles', 'status']).executeTakeFirst();
  if (!person || person.status === 'deleted') throw refuse('not_found');
  if (person.roles.length > 0) throw refuseFields({ member: 'invalid' });

  const wasClosed = person.status === 'banned';
  let until: Date | null = null;
  let refunded: Money | null | undefined;
  if (kind === 'suspension' || kind === 'ban') {
    const closed = await closeAccount(tx, member, kind === 'ban' ? null : days!);
    if (!closed || (kind === 'suspension' && closed.until === null)) throw refuse('conflict');
    until = closed.until;
    if (kind === 'ban' && !wasClosed) refunded = await settleClosedAccount(app, tx, member);
  }
  if (kind === 'badge_removed' && !(await takeBadge(tx, member))) throw refuse('conflict');
  const undo = { ...request.undo, ...(kind === 'badge_removed' && { badge: true }) };
  const id = await keepMeasure(tx, operator.id, { ...request, facts, undo }, until);
  await operator.audit(tx, { act: `measure.${kind}`, member, object: id, details: { ground, complaint: request.complaint ?? null } });
  await mailMeasure(app, tx, { id, member, kind, ground, facts, until, byComplaint: request.complaint !== undefined, refunded });
  return id;
}

/** Keeps the statement of reasons of a measure; returns its number. */
export async function keepMeasure(
  tx: Tx,
  operator: number,
  { member, kind, ground, facts, complaint, undo = {} }: Omit<MeasureRequest, 'days'>,
  until: Date | null = null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into measures (member_id, kind, ground, facts, complaint_id, operator_id, until, undo)
    values (${member}, ${kind}, ${ground}, ${facts}, ${complaint ?? null}, ${operator}, ${until}, ${JSON.stringify(undo)}::jsonb) returning id`.execute(tx);
  return rows[0]!.id;
}

interface Statement {
  id: number;
  member: number;
  kind: MeasureKind;
  ground: Ground;
  facts: string;
  until: Date | null;
  byComplaint: boolean;
  refunded: Money | null | undefined;
}

async function mailMeasure(app: App, tx: Tx, { id, member, kind, ground, facts, until, byComplaint, refunded }: Statement): Promise<void> {
  const to = await mailAddress(tx, member);
  if (!to) return;
  const token = appealSigner(app.config).pack({ measure: id }, APPEAL_DAYS * 86_400);
  await app.mailer.send(tx, 'measure', to, { name: to.name, kind, ground, facts, until: until?.toISOString() ?? null, byComplaint, refunded, token });
}

/** Where a member's mail goes; null for a member without a confirmed mailbox: nothing is written to an address that somebody else may have typed. */
export async function mailAddress(tx: Db, member: number) {
  const { rows } = await sql<{ email: string | null; language: string; host: string | null; name: string }>`
    select m.email, m.language, m.host, p.name from members m join profiles p on p.id = m.id
    where m.id = ${member} and m.email_key is not null and m.confirmed_at is not null and m.status <> 'deleted'`.execute(tx);
  const found = rows[0];
  if (!found?.email) return null;
  return { email: found.email, name: found.name, locale: isLocale(found.language) ? found.language : defaultLocale, memberId: member, host: found.host };
}

/** Ends a measure and what it did: the account is open again. Returns whether it was running. Call `memberChanged` after the commit. */
export async function undoMeasure(tx: Tx, id: number, by: number | null): Promise<{ member: number; kind: MeasureKind; undo: Undo } | null> {
  const { rows } = await sql<{ member: number; kind: MeasureKind; undo: Undo }>`
    update measures set ended_at = app_now(), ended_by = ${by} where id = ${id} and ended_at is null returning member_id as member, kind, undo`.execute(tx);
  const ended = rows[0];
  if (!ended) return null;
  if (ended.kind === 'suspension' || ended.kind === 'ban') {
    // Another one that runs keeps the account closed.
    const { rows: others } = await sql`
      select 1 from measures where member_id = ${ended.member} and kind in ('suspension', 'ban') and ended_at is null limit 1`.execute(tx);
    if (others.length === 0) await reopenAccount(tx, ended.member);
  }
  if (ended.undo.badge) await giveBadgeBack(tx, ended.member);
  return ended;
}

/** DELETE /api/admin/measure.php: lifts a suspension or ban; the member hears of it by mail. Refuses `not_found`, `conflict` for one that is over. */
export async function endMeasure(app: App, operator: Operator, { id, note }: { id: number; note: string }): Promise<void> {
  const ended = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ kind: MeasureKind }>`select kind from measures where id = ${id} for update`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    if (rows[0].kind !== 'suspension' && rows[0].kind !== 'ban') throw refuse('conflict');
    const undone = await undoMeasure(tx, id, operator.id);
    if (!undone) throw refuse('conflict');
    await operator.audit(tx, { member: undone.member, object: id });
    const to = await mailAddress(tx, undone.member);
    if (to) await app.mailer.send(tx, 'measure-ended', to, { name: to.name, note: note.trim() });
    return undone;
  });
  memberChanged(app, ended.member);
}

/** Job: lets back in whose suspension is over. */
export async function endSuspensions(app: App): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from measures where ended_at is null and until <= app_now() order by until limit 500`.execute(app.db);
  for (const { id } of rows) {
    const ended = await inTransaction(app.db, (tx) => undoMeasure(tx, id, null));
    if (ended) memberChanged(app, ended.member);
  }
}

/** The measures about a member, newest first. */
export async function measuresOf(db: Db, member: number): Promise<Measure[]> {
  const { rows } = await sql<MeasureRow>`
    select ${measureColumns} from ${measureJoins} where m.member_id = ${member} order by m.id desc limit 100`.execute(db);
  return rows.map(presentMeasure);
}

export const measureColumns = sql`m.id, m.kind, m.ground, m.facts, p.name as operator, m.operator_id, m.until, m.created_at, m.ended_at, a.state as appeal`;
export const measureJoins = sql`measures m left join profiles p on p.id = m.operator_id left join appeals a on a.measure_id = m.id`;

export interface MeasureRow {
  id: number;
  kind: MeasureKind;
  ground: Ground;
  facts: string;
  operator: string | null;
  operator_id: number;
  until: Date | null;
  created_at: Date;
  ended_at: Date | null;
  appeal: Measure['appeal'];
}

export const presentMeasure = ({ operator_id: _by, until, created_at, ended_at, ...rest }: MeasureRow): Measure => ({
  ...rest,
  until: until?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});
