import { sql } from 'kysely';
import type { ContestedDecision, WaitingAppeal } from '#contract/measures.ts';
import type { Ground, MeasureKind } from '#contract/rules/measure-rules.ts';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import { memberChanged } from '../identity/index.ts';
import { restorePhoto } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { addressOf } from './complain.ts';
import {
  appealSigner,
  mailAddress,
  measureColumns,
  measureJoins,
  presentMeasure,
  undoMeasure,
  APPEAL_DAYS,
  type MeasureRow,
  type Operator,
} from './take-measure.ts';

const PAGE = 30;
const LIST = 'appeals';

/** What is objected to: a measure by its link, or a decided complaint by its link or by who sent it. */
export type Objection = { measure: number } | { complaint: number };

/** The decision that a link of a mail speaks of. Refuses `link_expired`. */
export function objectionOf(app: App, token: string): Objection {
  const value = appealSigner(app.config).unpack(token) as Objection | null;
  if (!value) throw refuse('link_expired');
  return value;
}

/** GET /api/appeal.php: a decision as the person it is about sees it. Refuses `link_expired`. */
export async function contestedDecision(db: Db, objection: Objection): Promise<ContestedDecision> {
  const { rows } = await sql<{
    kind: MeasureKind | null;
    ground: Ground | null;
    facts: string;
    until: Date | null;
    decided_at: Date;
    state: 'open' | 'upheld' | 'reversed' | null;
    note: string | null;
    created_at: Date | null;
  }>`${
    'measure' in objection
      ? sql`select m.kind, m.ground, m.facts, m.until, m.created_at as decided_at, a.state, a.note, a.created_at
          from measures m left join appeals a on a.measure_id = m.id where m.id = ${objection.measure}`
      : sql`select null as kind, null as ground, coalesce(c.note, '') as facts, null::timestamptz as until, c.decided_at, a.state, a.note, a.created_at
          from complaints c left join appeals a on a.complaint_id = c.id where c.id = ${objection.complaint} and c.decided_at is not null`
  }`.execute(db);
  const row = rows[0];
  if (!row) throw refuse('link_expired');
  const { kind, ground, facts, until, decided_at, state, note, created_at } = row;
  const appeal = state && { state, note, created_at: created_at!.toISOString() };
  return { kind, ground, facts, until: until?.toISOString() ?? null, decided_at: decided_at.toISOString(), appeal };
}

/**
 * POST /api/appeal.php: objects to a decision, once. A repeat changes nothing. Refuses `invalid_fields`; `link_expired` for a
 * decision that is no longer there or older than half a year.
 */
export async function appeal(db: Db, objection: Objection, member: number | null, words: string): Promise<void> {
  const body = words.trim();
  if (body === '') throw refuseFields({ text: 'required' });
  const { numAffectedRows } = await sql`
    insert into appeals (measure_id, complaint_id, member_id, body)
    ${
      'measure' in objection
        ? sql`select id, null, member_id, ${body} from measures where id = ${objection.measure} and created_at > app_now() - ${APPEAL_DAYS} * interval '1 day'`
        : sql`select null, id, reporter_id, ${body} from complaints where id = ${objection.complaint} and decided_at > app_now() - ${APPEAL_DAYS} * interval '1 day'
            and (${member}::bigint is null or reporter_id = ${member})`
    } on conflict do nothing`.execute(db);
  if ((numAffectedRows ?? 0n) > 0n) return;
  const { rows } = await sql`select 1 from appeals where ${
    'measure' in objection
      ? sql`measure_id = ${objection.measure}`
      : sql`complaint_id = ${objection.complaint} and (${member}::bigint is null or member_id = ${member})`
  }`.execute(db);
  if (rows.length === 0) throw refuse('link_expired');
}

interface Row extends Partial<MeasureRow> {
  appeal_id: number;
  body: string;
  at: Date;
  member_id: number | null;
  member_name: string | null;
  complaint: WaitingAppeal['complaint'];
  decided_by: number | null;
}

/** GET /api/admin/appeals.php: what waits for a second pair of eyes. */
export async function waitingAppeals(db: Db, operator: number, cursor?: string): Promise<{ appeals: WaitingAppeal[]; waiting: number; next: string | null }> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select ap.id as appeal_id, ap.body, ap.created_at as at, ap.member_id, who.name as member_name, c.decided_by, ${measureColumns},
        case when c.id is not null then json_build_object('id', c.id, 'category', c.category, 'text', c.body, 'outcome', c.outcome, 'note', c.note) end as complaint
      from appeals ap left join profiles who on who.id = ap.member_id left join complaints c on c.id = ap.complaint_id
        left join (${measureJoins}) on m.id = ap.measure_id
      where ap.state = 'open' and ap.id > ${after} order by ap.id limit ${PAGE + 1}`.execute(db),
    sql<{ waiting: number }>`select count(*)::int as waiting from appeals where state = 'open'`.execute(db),
  ]);
  const page = rows.slice(0, PAGE);
  return {
    appeals: page.map((row) => ({
      id: row.appeal_id,
      text: row.body,
      created_at: row.at.toISOString(),
      member: row.member_id === null ? null : { id: row.member_id, name: row.member_name },
      measure: row.id ? presentMeasure(pickMeasure(row as Row & MeasureRow)) : null,
      complaint: row.complaint,
      own: (row.operator_id ?? row.decided_by) === operator,
    })),
    waiting: total.rows[0]!.waiting,
    next: rows.length > PAGE ? writeCursor(LIST, [page.at(-1)!.appeal_id]) : null,
  };
}

const pickMeasure = ({ id, kind, ground, facts, operator, operator_id, until, created_at, ended_at, appeal: state }: MeasureRow): MeasureRow => ({
  id,
  kind,
  ground,
  facts,
  operator,
  operator_id,
  until,
  created_at,
  ended_at,
  appeal: state,
});

/**
 * POST /api/admin/appeals.php: upholds or reverses a decision. A reversed measure ends and what it took comes back; a complaint
 * whose decision is reversed goes back into the queue. The member who appealed is told by mail. A repeat of the same is fine.
 *
 * Refuses `not_found`; `own_decision` to who made the decision; `conflict` when another answer was given.
 */
export async function decideAppeal(app: App, operator: Operator, { id, reverse, note }: { id: number; reverse: boolean; note: string }): Promise<void> {
  const state = reverse ? 'reversed' : 'upheld';
  const member = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ state: string; measure_id: number | null; complaint_id: number | null; member_id: number | null; decider: number | null }>`
      select a.state, a.measure_id, a.complaint_id, a.member_id, coalesce(m.operator_id, c.decided_by) as decider
      from appeals a left join measures m on m.id = a.measure_id left join complaints c on c.id = a.complaint_id where a.id = ${id} for update of a`.execute(
      tx,
    );
    const found = rows[0];
    if (!found) throw refuse('not_found');
    if (found.state === state) return null;
    if (found.state !== 'open') throw refuse('conflict');
    if (found.decider === operator.id) throw refuse('own_decision');
    await sql`update appeals set state = ${state}, note = ${note.trim()}, decided_at = app_now(), decided_by = ${operator.id} where id = ${id}`.execute(tx);
    if (reverse) await reverseDecision(tx, found, operator.id);
    await operator.audit(tx, { act: `appeal.${reverse ? 'reverse' : 'uphold'}`, member: found.member_id, object: id });
    await mailAnswer(app, tx, found, { reversed: reverse, note: note.trim() });
    return found.member_id;
  });
  if (member !== null) {
    memberChanged(app, member);
    app.events.emit(member, 'changed', { what: 'complaints' });
  }
}

async function reverseDecision(tx: Tx, { measure_id, complaint_id }: { measure_id: number | null; complaint_id: number | null }, by: number): Promise<void> {
  if (complaint_id !== null) {
    await sql`
      update complaints set status = 'open', outcome = null, note = null, decided_at = null, decided_by = null, taken_by = null, taken_at = null
      where id = ${complaint_id}`.execute(tx);
  }
  if (measure_id === null) return;
  const undone = await undoMeasure(tx, measure_id, by);
  if (undone?.undo.photo) await restorePhoto(tx, undone.undo.photo, by);
}

async function mailAnswer(
  app: App,
  tx: Tx,
  { measure_id, complaint_id, member_id }: { measure_id: number | null; complaint_id: number | null; member_id: number | null },
  answer: { reversed: boolean; note: string },
): Promise<void> {
  const to = member_id === null ? null : await mailAddress(tx, member_id);
  if (to) return app.mailer.send(tx, 'appeal-decision', to, { name: to.name, ...answer });
  if (measure_id !== null || complaint_id === null) return;
  const { rows } = await sql<{ reporter_id: number | null; reporter_email: string | null; locale: string | null; host: string | null }>`
    select reporter_id, reporter_email, locale, host from complaints where id = ${complaint_id}`.execute(tx);
  const { reporter_id, reporter_email, locale, host } = rows[0]!;
  const person = reporter_id === null ? null : await addressOf(tx, reporter_id);
  const email = person?.email ?? reporter_email;
  if (email)
    await app.mailer.send(tx, 'appeal-decision', { email, locale: isLocale(locale) ? locale : defaultLocale, host }, { name: person?.name ?? null, ...answer });
}
