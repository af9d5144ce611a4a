import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import { money } from '#contract/money.ts';
import { must } from '#contract/must.ts';
import type { Payment } from '#contract/payments/orders.ts';
import type { App } from '../../platform/app.ts';
import { withdrawUntil } from '../withdrawals/withdrawable.ts';
import { goesBack } from './refund-row.ts';

interface ClaimRow {
  cents: number;
  url: string;
}

type Row = {
  id: string;
  currency: string;
  status: string;
  charged_back_at: Date | null;
  settled_at: Date | null;
  created_at: Date;
  paid_cents: number;
  host: string | null;
  country: CountryCode;
  now: Date;
} & (
  | { credits: number; amount_cents: number; open: boolean; claims: ClaimRow[] | null }
  | { credits: null; amount_cents: null; open: null; claims: null }
);

export async function withRefunds(app: Pick<App, 'db' | 'parts'>, payments: Payment[]): Promise<Payment[]> {
  if (payments.length === 0) return [];
  const { rows } = await sql<Row>`
    select p.id, p.currency, p.status, p.charged_back_at, p.settled_at, p.created_at, p.amount_cents as paid_cents, p.host, p.country, app_now() as now, r.credits, r.amount_cents, r.open, r.claims
    from payments p left join lateral (
      select sum(r.credits)::int as credits, sum(r.amount_cents)::int as amount_cents, bool_or(r.status <> 'completed') as open,
        json_agg(json_build_object('cents', r.amount_cents, 'url', r.claim_url) order by r.created_at, r.id) filter (where r.status = 'claimable' and r.claim_url is not null) as claims
      from refunds r where r.payment_id = p.id and ${goesBack}
    ) r on true
    where p.id = any(${payments.map(({ payment_id }) => payment_id)}::uuid[])`.execute(app.db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return Promise.all(
    payments.map(async (payment) => {
      const row = must(found.get(payment.payment_id), 'payment');
      const isPaid =
        row.status === 'completed' && !payment.reversed && (row.amount_cents ?? 0) < row.paid_cents;
      const until = isPaid ? await withdrawUntil(app, row) : null;
      return {
        ...payment,
        refund:
          row.amount_cents === null
            ? null
            : {
                credits: row.credits,
                amount: money(row.amount_cents, row.currency),
                status: row.open ? ('processing' as const) : ('completed' as const),
                claims: (row.claims ?? []).map(({ cents, url }) => ({
                  amount: money(cents, row.currency),
                  url,
                })),
              },
        withdraw_until: until && until > row.now ? until.toISOString() : null,
      };
    }),
  );
}
