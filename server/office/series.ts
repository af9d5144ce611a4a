import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Series } from '../platform/series.ts';
import { officeTasks } from './tasks.ts';

/**
 * Metrics for operators: queues of manual work, payments, and members' waiting time for an answer. An index
 * serves each of them.
 */
export const officeSeries = (app: Pick<App, 'db' | 'parts'>): Series[] => [
  {
    name: 'queue_waiting',
    help: 'What waits for an operator, by queue',
    labels: ['queue'],
    async read() {
      const tasks = await officeTasks(app, { memberId: 0, roles: ['owner'], sites: null, languages: [] });
      return Object.entries(tasks).map(([queue, value]) => ({ labels: { queue }, value }));
    },
  },
  {
    name: 'payments_completed_day',
    help: 'Payments completed in the last 24 hours and not given back, by currency',
    labels: ['currency'],
    read: async () =>
      (await soldInADay(app.db)).map(({ currency, payments }) => ({ labels: { currency }, value: payments })),
  },
  {
    name: 'revenue_cents_day',
    help: 'What these brought, cents',
    labels: ['currency'],
    read: async () =>
      (await soldInADay(app.db)).map(({ currency, cents }) => ({ labels: { currency }, value: cents })),
  },
  {
    name: 'payments_open',
    help: 'Payments that a gateway has not decided yet',
    async read() {
      const { rows } = await sql<{
        value: number;
      }>`select count(*)::int as value from payments where next_poll_at is not null`.execute(app.db);
      return rows;
    },
  },
  {
    name: 'unanswered_oldest_seconds',
    help: 'How long the longest waiting member has waited for an answer of a fictional profile',
    async read() {
      const { rows } = await sql<{ value: number }>`
        select coalesce(extract(epoch from app_now() - min(since)), 0)::float8 as value from unanswered`.execute(
        app.db,
      );
      return rows;
    },
  },
];

async function soldInADay(db: App['db']): Promise<{ currency: string; payments: number; cents: number }[]> {
  const { rows } = await sql<{ currency: string; payments: number; cents: number }>`
    select currency, count(*)::int as payments, sum(amount_cents)::float8 as cents from payments
    where status = 'completed' and charged_back_at is null and refunded_at is null and settled_at > app_now() - interval '1 day' group by 1`.execute(
    db,
  );
  return rows;
}
