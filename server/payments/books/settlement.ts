import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { money } from '#contract/money.ts';
import { must } from '#contract/must.ts';
import type { Settlement } from '#contract/payments/books.ts';
import { isUuid } from '#contract/schema.ts';
import type { App } from '../../platform/app.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import type { SettlementColumn, SettlementColumns } from '../gateways/gateway.ts';
import { gatewayKinds } from '../gateways/registry.ts';
import { refundedCents } from '../refunds/refund-row.ts';
import { centsOfCsv, readGatewayCsv } from './gateway-csv.ts';

const MOST_ROWS = 20_000;
const MOST_LISTED = 500;

type Difference = Settlement['differences'][number];

interface Sum {
  paid: number;
  back: number;
  currency: string;
}

/**
 * POST /api/admin/settlement: compares a gateway's settlement file with our payments and changes nothing. The
 * file has a header with the gateway's or our payment id, an amount and a currency. Negative amounts are
 * refunds and chargebacks, and several lines of a payment are summed. Our payments of the same days that the
 * file lacks are reported as missing. Throws `invalid_fields` for a file without these columns, with an
 * invalid amount, or with more than `MOST_ROWS` rows.
 */
export async function matchSettlement(
  app: Pick<App, 'db'>,
  { gateway, csv }: CallBody<'adminSettlement'>,
): Promise<Settlement> {
  const { rows, columns } = readFile(csv, gatewayKinds[gateway].settlementColumns);
  const sums = sumUp(rows, columns);
  const references = [...sums.keys()];
  const { rows: found } = await sql<Booked>`
    select p.id, p.gateway_reference, p.amount_cents, p.currency, p.status, p.settled_at, p.charged_back_at is not null as charged_back,
      ${refundedCents(sql`p.id`)} as refunded
    from payments p
    where p.gateway = ${gateway} and (p.gateway_reference = any(${references}) or p.id = any(${references.filter(isUuid)}::uuid[]))`.execute(
    app.db,
  );
  const known = new Map(
    found.flatMap((one) =>
      [one.id, one.gateway_reference].filter((key) => key !== null).map((key) => [key, one] as const),
    ),
  );
  const differences = [...sums].flatMap(([reference, sum]) =>
    differenceOf(reference, sum, known.get(reference)),
  );
  const matched = new Set(references.flatMap((reference) => known.get(reference)?.id ?? []));
  const missing = await missingOf(
    app,
    gateway,
    found.filter(({ id }) => matched.has(id)),
  );
  const all = [...differences, ...missing];
  return {
    rows: rows.length,
    payments: references.length,
    agreed: references.length - new Set(differences.map(({ reference }) => reference)).size,
    columns,
    differences: all.slice(0, MOST_LISTED),
    more: Math.max(0, all.length - MOST_LISTED),
  };
}

interface Booked {
  id: string;
  gateway_reference: string | null;
  amount_cents: number;
  currency: string;
  status: string;
  settled_at: Date | null;
  charged_back: boolean;
  refunded: number;
}

function readFile(
  csv: string,
  names: SettlementColumns,
): { rows: Record<string, string>[]; columns: Record<SettlementColumn, string> } {
  const { rows, columns } = readGatewayCsv(csv, names, {
    required: ['reference', 'amount', 'currency'],
    mostRows: MOST_ROWS,
  });
  const column = (name: SettlementColumn) => must(columns[name], `column ${name} of the file`);
  return {
    rows,
    columns: { reference: column('reference'), amount: column('amount'), currency: column('currency') },
  };
}

function sumUp(rows: Record<string, string>[], columns: Record<SettlementColumn, string>): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const cell = (column: SettlementColumn) => must(row[columns[column]], `column ${column} in the row`);
    const reference = cell('reference').replace(/\p{Cc}/gu, '');
    // Lines with totals and fees have no reference.
    if (reference === '') continue;
    const cents = centsOfFile(cell('amount'));
    const currency = cell('currency').toUpperCase();
    if (!/^[A-Z]{3}$/.test(currency)) throw refuseFields({ csv: 'invalid' });
    const sum = sums.get(reference) ?? {
      paid: 0,
      back: 0,
      currency,
    };
    sums.set(reference, {
      ...sum,
      paid: sum.paid + Math.max(0, cents),
      back: sum.back + Math.max(0, -cents),
    });
  }
  return sums;
}

function centsOfFile(text: string): number {
  const cents = centsOfCsv(text);
  if (cents === null) throw refuseFields({ csv: 'invalid' });
  return cents;
}

function differenceOf(reference: string, sum: Sum, booked: Booked | undefined): Difference[] {
  const told = (kind: Difference['kind'], file: number, ours: number | null): Difference => ({
    kind,
    reference: reference.slice(0, 100),
    payment_id: booked?.id ?? null,
    file: money(file, sum.currency),
    booked: ours === null || !booked ? null : money(ours, booked.currency),
  });
  if (!booked) return [told('unknown', sum.paid - sum.back, null)];
  if (sum.currency !== booked.currency) return [told('currency', sum.paid - sum.back, booked.amount_cents)];
  if (booked.status !== 'completed') return [told('not_paid', sum.paid - sum.back, 0)];
  const back = booked.charged_back ? booked.amount_cents : booked.refunded;
  return [
    ...(sum.paid !== 0 && sum.paid !== booked.amount_cents
      ? [told('amount', sum.paid, booked.amount_cents)]
      : []),
    ...(sum.back !== 0 && sum.back !== back ? [told('refund', sum.back, back)] : []),
  ];
}

async function missingOf(app: Pick<App, 'db'>, gateway: string, matched: Booked[]): Promise<Difference[]> {
  const days = matched.flatMap(({ settled_at }) => (settled_at ? [settled_at.getTime()] : []));
  if (days.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    gateway_reference: string | null;
    amount_cents: number;
    currency: string;
  }>`
    select id, gateway_reference, amount_cents, currency from payments
    where gateway = ${gateway} and status = 'completed' and settled_at between ${new Date(Math.min(...days))} and ${new Date(Math.max(...days))}
      and not (id = any(${matched.map(({ id }) => id)}::uuid[]))
    order by settled_at limit ${MOST_ROWS}`.execute(app.db);
  return rows.map(({ id, gateway_reference, amount_cents, currency }) => ({
    kind: 'missing',
    reference: gateway_reference ?? id,
    payment_id: id,
    file: null,
    booked: money(amount_cents, currency),
  }));
}
