import { sql, type RawBuilder } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import { gatewayNames } from '#contract/lists/gateways.ts';
import type { paymentOutcomes } from '#contract/payments/payment-list.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { isUuid } from '#contract/schema.ts';
import { ownsAddress } from '../../identity/index.ts';
import { hostInSites } from '../../site-scope/index.ts';

export type PaymentSearch = Omit<NonNullable<CallQuery<'adminPayments'>>, 'cursor'>;
type Condition = RawBuilder<unknown>;
type Outcome = (typeof paymentOutcomes)[number];

const plain = (status: string) =>
  sql`p.status = ${status} and p.charged_back_at is null and p.refunded_at is null`;

const outcomes: Record<Outcome, Condition> = {
  pending: plain('pending'),
  completed: plain('completed'),
  failed: plain('failed'),
  cancelled: plain('cancelled'),
  chargeback: sql`p.charged_back_at is not null`,
  refund: sql`p.refunded_at is not null and p.charged_back_at is null`,
};

const cents = (amount: string) => Math.round(Number(amount) * 100);

/** Conditions over `payments p`: the filters, within the sites of the operator. */
export function paymentConditions(sites: Sites, search: PaymentSearch): Condition {
  const { status, dispute, method, gateway, country, currency, min, max, code, from, to } = search;
  const all: (Condition | false | undefined | '')[] = [
    found(wordsOf(search.find)),
    hostInSites(sites, sql`p.host`),
    status && outcomes[status],
    dispute && sql`exists (select from disputes d where d.payment_id = p.id and d.state = ${dispute})`,
    method && sql`p.method = ${method}`,
    gateway && sql`p.gateway = ${gateway}`,
    country && sql`p.country = ${country}`,
    currency && sql`p.currency = ${currency}`,
    min && sql`p.amount_cents >= ${cents(min)}`,
    max && sql`p.amount_cents <= ${cents(max)}`,
    code && sql`p.discount_code = ${code.trim().toUpperCase()}`,
    from && sql`p.created_at >= ${from}::date`,
    to && sql`p.created_at < ${to}::date + 1`,
  ];
  return sql.join(
    all.filter((each) => each !== undefined && each !== false && each !== ''),
    sql` and `,
  );
}

export const wordsOf = (find: string | undefined): string => (find ?? '').replace(/\p{Cc}/gu, ' ').trim();

/** Payments by id, gateway reference, or e-mail address of the member. */
function found(find: string): Condition {
  if (find === '') return sql`true`;
  if (isUuid(find)) return sql`p.id = ${find}`;
  return find.includes('@')
    ? sql`p.member_id in (select m.id from members m where ${ownsAddress(find)})`
    : sql`p.gateway_reference = ${find} and p.gateway = any(${gatewayNames}::text[])`;
}
