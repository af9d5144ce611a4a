import { sql, type RawBuilder } from 'kysely';
import { comparedGuardrails, type ComparedGuardrail } from '#contract/experiments.ts';
import { inTransaction, one, type Db, type Tx } from '../platform/database/index.ts';
import type { Counts } from './counts.ts';
import type { StoredExperiment } from './stored-experiments.ts';

type Sums = { variant: number; reached: number; sum: number; squares: number };

/** `e` is an exposure of a member, and `x` the experiment. What happened after the end does not count. */
const until = sql`coalesce(x.stopped_at, 'infinity')`;
const within = (at: RawBuilder<unknown>) => sql`${at} > e.first_at and ${at} <= ${until}`;

/** For each guardrail the members to whom it happened, as a condition on `e`. */
const happened: Record<ComparedGuardrail, RawBuilder<unknown>> = {
  complaints: sql`select c.reporter_id as member_id, c.created_at as at from complaints c where c.created_at >= x.started_at`,
  refunds: sql`select p.member_id, p.refunded_at as at from payments p where p.refunded_at >= x.started_at`,
  deletions: sql`select m.id as member_id, m.delete_requested_at as at from members m where m.status = 'pending_deletion' and m.delete_requested_at >= x.started_at`,
  unsubscribes: sql`select s.member_id, s.unsubscribed_at as at from mail_series_sends s where s.unsubscribed_at >= x.started_at`,
};

/**
 * Counts an experiment from the beginning. Each query starts from the events since its start, of which there are few,
 * rather than from the people, of whom there are many.
 */
export const countExperiment = (db: Db, experiment: StoredExperiment): Promise<Counts> =>
  inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '5min'`.execute(tx);
    const { rows: units } = await sql<{ variant: number; units: number }>`
      select variant, count(*)::int as units from experiment_exposures where experiment_id = ${experiment.id} group by variant`.execute(
      tx,
    );
    const sums = await sumsOf(tx, experiment);
    const guards = new Map<ComparedGuardrail, Map<number, number>>();
    for (const guardrail of comparedGuardrails)
      guards.set(guardrail, await membersWith(tx, experiment.id, happened[guardrail]));
    return {
      variants: experiment.variants.map((_, variant) => {
        const { reached = 0, sum = 0, squares = 0 } = sums.find((row) => row.variant === variant) ?? {};
        const many = (guardrail: ComparedGuardrail) => guards.get(guardrail)?.get(variant) ?? 0;
        return {
          units: units.find((row) => row.variant === variant)?.units ?? 0,
          reached,
          sum,
          sumOfSquares: squares,
          complaints: many('complaints'),
          refunds: many('refunds'),
          deletions: many('deletions'),
          unsubscribes: many('unsubscribes'),
        };
      }),
      page_errors: await newErrors(tx, experiment.id),
    };
  });

async function sumsOf(tx: Tx, { id, metric, currency }: StoredExperiment): Promise<Sums[]> {
  const people = {
    signup: sql`select e.variant, 1 as amount from experiment_exposures e where e.experiment_id = ${id} and e.member_id is not null`,
    confirmed: sql`
      select e.variant, 1 as amount from experiment_exposures e join experiments x on x.id = e.experiment_id
      join members m on m.id = e.member_id where e.experiment_id = ${id} and ${within(sql`m.confirmed_at`)}`,
    first_purchase: paid(
      id,
      sql`
      not exists (select from payments b where b.member_id = e.member_id and b.status = 'completed' and b.settled_at <= e.first_at)`,
      sql`1`,
    ),
    revenue: paid(id, sql`p.currency = ${currency}`, sql`sum(p.amount_cents)`),
  }[metric];
  const { rows } = await sql<Sums>`
    select variant, count(*)::int as reached, sum(amount)::float8 as sum, sum(amount::float8 ^ 2) as squares
    from (${people}) people group by variant`.execute(tx);
  return rows;
}

const paid = (id: string, condition: RawBuilder<unknown>, amount: RawBuilder<unknown>) => sql`
  select e.variant, ${amount} as amount from experiments x join payments p on p.settled_at >= x.started_at
  join experiment_exposures e on e.experiment_id = x.id and e.member_id = p.member_id
  where x.id = ${id} and p.status = 'completed' and p.refunded_at is null and p.charged_back_at is null
    and ${within(sql`p.settled_at`)} and ${condition}
  group by e.variant, e.member_id`;

async function membersWith(tx: Tx, id: string, events: RawBuilder<unknown>): Promise<Map<number, number>> {
  const { rows } = await sql<{ variant: number; many: number }>`
    select e.variant, count(distinct e.member_id)::int as many
    from experiments x cross join lateral (${events}) happened
    join experiment_exposures e on e.experiment_id = x.id and e.member_id = happened.member_id
    where x.id = ${id} and ${within(sql`happened.at`)} group by e.variant`.execute(tx);
  return new Map(rows.map(({ variant, many }) => [variant, many]));
}

async function newErrors(tx: Tx, id: string): Promise<number> {
  const { many } = await one(
    sql<{ many: number }>`
      select count(*)::int as many from experiments x join page_errors p on p.last_at >= x.started_at
      where x.id = ${id} and p.first_at >= x.started_at and p.first_at <= ${until}`.execute(tx),
  );
  return many;
}
