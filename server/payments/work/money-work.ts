import { stringify } from 'csv-stringify/sync';
import { sql, type RawBuilder } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import { money } from '#contract/money.ts';
import type { WorkItem } from '#contract/payments/worklist.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { isUuid } from '#contract/schema.ts';
import { ownsAddress } from '../../identity/index.ts';
import { filePages } from '../../platform/database/file-pages.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { hostInSites } from '../../site-scope/index.ts';

const PAGE = 30;
const MOST_ROWS = 20_000;

type Caller = Pick<MemberSession, 'memberId' | 'sites'>;
type Filters = Omit<NonNullable<CallQuery<'adminMoneyWork'>>, 'cursor'>;

type Row = {
  kind: WorkItem['kind'];
  id: string;
  at: Date;
  /** `at` in microseconds, used in the page cursor. */
  position: string;
  days: number;
  state: string;
  payment_id: string | null;
  member_id: number | null;
  name: string | null;
  email: string | null;
  note: string | null;
  failure: string | null;
  asked_by: number | null;
} & ({ cents: number; currency: string } | { cents: null; currency: null });

interface Part {
  kind: WorkItem['kind'];
  table: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  open: RawBuilder<unknown>;
  done: RawBuilder<unknown>;
  /** The host of the order, or of the page of a statement. */
  host: RawBuilder<unknown>;
  member: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
}

/**
 * The source table and the conditions for open and closed rows of each kind. An index on age serves each of
 * them.
 */
const parts: readonly Part[] = [
  {
    kind: 'refund',
    table: sql`refunds r join payments o on o.id = r.payment_id`,
    at: sql`r.created_at`,
    id: sql`r.id`,
    // A pending refund becomes an operator's task only after the gateway has rejected it once.
    open: sql`r.status in ('approval', 'pending', 'claimable', 'by_hand') and (r.status <> 'pending' or r.tries > 0)`,
    done: sql`r.status in ('completed', 'declined')`,
    host: sql`o.host`,
    member: sql`r.member_id`,
    columns: sql`r.status as state, r.amount_cents as cents, r.currency, r.payment_id, r.member_id, null::text as given_name, null::text as given_email,
      r.reason as note, r.failure_reason as failure, r.asked_by`,
  },
  {
    kind: 'dispute',
    table: sql`disputes d join payments o on o.id = d.payment_id`,
    at: sql`d.created_at`,
    id: sql`d.payment_id`,
    open: sql`d.state in ('open', 'contested')`,
    done: sql`d.state in ('won', 'lost')`,
    host: sql`o.host`,
    member: sql`o.member_id`,
    columns: sql`d.state, o.amount_cents as cents, o.currency, o.id as payment_id, o.member_id, null::text as given_name, null::text as given_email,
      d.note, null::text as failure, null::bigint as asked_by`,
  },
  {
    kind: 'withdrawal',
    table: sql`withdrawals w`,
    at: sql`w.received_at`,
    id: sql`w.id`,
    open: sql`w.outcome = 'unmatched' and w.handled_at is null`,
    done: sql`w.outcome = 'unmatched' and w.handled_at is not null`,
    host: sql`w.host`,
    member: sql`w.member_id`,
    columns: sql`case when w.handled_at is null then 'unmatched' else 'handled' end as state, null::int as cents, null::text as currency, null::uuid as payment_id,
      w.member_id, w.name as given_name, w.email as given_email, w.order_text as note, null::text as failure, null::bigint as asked_by`,
  },
];

/**
 * GET /api/admin/money-work: open tasks, oldest first, or closed ones, newest first; 30 per page. `operator`
 * is the caller.
 */
export async function moneyWork(
  db: Db,
  { memberId: operator, sites }: Caller,
  { cursor, ...filters }: Filters & { cursor?: string },
): Promise<CallReply<'adminMoneyWork'>> {
  const rows = await rowsAfter(db, { ...filters, sites }, cursor, PAGE + 1);
  const page = rows.slice(0, PAGE);
  return {
    items: page.map((row) => present(row, operator)),
    next: nextPage(rows, PAGE, cursorOf),
  };
}

export async function moneyWorkFile(
  db: Db,
  { memberId: operator, sites }: Caller,
  filters: Filters,
): Promise<string> {
  const rows: Row[] = [];
  const pages = filePages<Row>(MOST_ROWS, (last, limit) =>
    rowsAfter(db, { ...filters, sites }, last ? cursorOf(last) : undefined, limit),
  );
  for await (const page of pages) rows.push(...page);
  return stringify(
    rows.map((row) => {
      const { amount, at, ...item } = present(row, operator);
      return { ...item, at, amount: amount?.amount ?? '', currency: amount?.currency ?? '' };
    }),
    {
      header: true,
      // Members' text may start like a formula.
      escape_formulas: true,
      columns: [
        'kind',
        'id',
        'at',
        'days',
        'step',
        'state',
        'amount',
        'currency',
        'payment',
        'member',
        'name',
        'email',
        'note',
        'failure',
      ],
    },
  );
}

async function rowsAfter(
  db: Db,
  { kind, state = 'open', days, find, sites }: Filters & { sites: Sites },
  cursor: string | undefined,
  limit: number,
): Promise<Row[]> {
  const after = readCursor(cursor);
  const done = state === 'done';
  const order = done ? sql`desc` : sql`asc`;
  const members = find?.trim() ? await membersOf(db, find.trim()) : null;
  if (members?.length === 0) return [];
  const selects = parts
    .filter((part) => !kind || part.kind === kind)
    .map(
      (part) => sql`(
        select ${part.kind}::text as kind, ${part.id} as id, ${part.at} as at, ${part.columns} from ${part.table}
        where ${done ? part.done : part.open} and ${hostInSites(sites, part.host)}
          and ${after ? sql`(${part.at}, ${part.id}) ${done ? sql`<` : sql`>`} (timestamptz 'epoch' + ${after.position} * interval '1 microsecond', ${after.id}::uuid)` : sql`true`}
          and ${days ? sql`${part.at} <= app_now() - ${days} * interval '1 day'` : sql`true`}
          and ${members === null ? sql`true` : sql`${part.member} = any(${members}::bigint[])`}
        order by ${part.at} ${order}, ${part.id} ${order} limit ${limit})`,
    );
  const { rows } = await sql<Row>`
    with work as (select * from (${sql.join(selects, sql` union all `)}) as each_kind order by at ${order}, id ${order} limit ${limit})
    select w.kind, w.id, w.at, (extract(epoch from w.at) * 1000000)::bigint::text as position,
      greatest(0, extract(day from app_now() - w.at))::int as days, w.state, w.cents, w.currency, w.payment_id, w.member_id,
      coalesce(w.given_name, p.name) as name, coalesce(w.given_email, m.email) as email, w.note, w.failure, w.asked_by
    from work w left join members m on m.id = w.member_id left join profiles p on p.id = w.member_id
    order by w.at ${order}, w.id ${order}`.execute(db);
  return rows;
}

async function membersOf(db: Db, find: string): Promise<number[]> {
  if (/^\d{1,15}$/.test(find)) return [Number(find)];
  const { rows } = await sql<{
    id: number;
  }>`select m.id from members m where ${ownsAddress(find)}`.execute(db);
  return rows.map(({ id }) => id);
}

const cursorOf = ({ position, id }: Row): string => `${position}.${id}`;

function readCursor(cursor: string | undefined): { position: string; id: string } | null {
  if (!cursor) return null;
  const [position = '', id = ''] = cursor.split('.');
  if (!/^\d{1,17}$/.test(position) || !isUuid(id)) throw refuse('bad_request');
  return { position, id };
}

const present = (row: Row, operator: number): WorkItem => ({
  kind: row.kind,
  id: row.id,
  at: row.at.toISOString(),
  days: row.days,
  step: stepOf(row, operator),
  state: row.state,
  amount: row.cents === null ? null : money(row.cents, row.currency),
  payment: row.payment_id,
  member: row.member_id,
  name: row.name || null,
  email: row.email || null,
  note: row.note || null,
  failure: row.failure,
});

function stepOf({ kind, state, asked_by }: Row, operator: number): WorkItem['step'] {
  if (kind === 'refund' && state === 'approval') return asked_by === operator ? 'other_operator' : 'approve';
  const steps: Record<string, WorkItem['step']> = {
    'refund by_hand': 'give_back',
    'refund pending': 'gateway',
    'refund claimable': 'await_claim',
    'dispute open': 'answer_bank',
    'dispute contested': 'await_bank',
    'withdrawal unmatched': 'find_order',
  };
  return steps[`${kind} ${state}`] ?? 'done';
}
