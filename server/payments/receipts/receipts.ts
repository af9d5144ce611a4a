import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import { must } from '#contract/must.ts';
import type { PaymentReceipt } from '#contract/payments/orders.ts';
import type { App } from '../../platform/app.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { companyOf, originOf, settingsOf } from '../../site-settings/index.ts';
import { vatOf } from '../catalogue/vat.ts';
import type { PaymentRow } from '../payment-row.ts';

/**
 * An issued receipt. Amounts are in cents of the currency; on a credit note they are the refunded amounts.
 */
export interface ReceiptDetails {
  seller: {
    name: string;
    address: string;
    city: string;
    country: string;
    kvk: string | null;
    vatNumber: string | null;
    supportEmail: string;
  };
  /** The descriptor on the payer's bank statement, which does not reveal the product. */
  descriptor: string;
  /** The buyer's country, which determines the VAT. A receipt contains no other data of the buyer. */
  country: CountryCode;
  currency: string;
  method: PaymentMethod;
  credits: number;
  priceCents: number;
  discountCents: number;
  discountCode: string | null;
  costsCents: number;
  totalCents: number;
  vatPercentage: number;
  vatCents: number;
  corrects: string | null;
  /** What the receipt confirms about the contract. Credit notes and older receipts have none. */
  contract?: ContractTerms;
}

/** The terms of an order as stated on its receipt (Consumer Rights Directive, article 8(7)). */
export interface ContractTerms {
  site: string;
  origin: string;
  refundDays: number;
  /** The buyer asked for immediate supply and acknowledged what that means for a withdrawal. */
  consented: boolean;
}

export interface Receipt {
  id: string;
  member_id: number;
  payment_id: string;
  kind: 'receipt' | 'credit_note';
  /** `2026-000042`; credit notes have their own series, `C2026-000042`. */
  number: string;
  issued_on: string;
  details: ReceiptDetails;
}

export interface RefundOf {
  /** Each refund id gets at most one credit note. */
  id: string;
  payment: PaymentRow;
  amountCents: number;
  credits: number;
}

type Parts = Pick<App, 'db' | 'parts' | 'config'>;

/**
 * Issues the receipt of a payment, in the transaction that completes it. A repeat returns the same receipt.
 * Call it as late as possible in the transaction: until the commit no other receipt of the company can get a
 * number.
 */
export async function receiptFor(app: Parts, tx: Tx, payment: PaymentRow): Promise<Receipt> {
  const vatPercentage = Number(payment.vat_percentage);
  return issue(app, tx, payment, payment.id, 'receipt', {
    ...common(payment),
    credits: payment.credits,
    priceCents: payment.amount_cents - payment.costs_cents + payment.discount_cents,
    discountCents: payment.discount_cents,
    discountCode: payment.discount_code,
    costsCents: payment.costs_cents,
    totalCents: payment.amount_cents,
    vatPercentage,
    vatCents: vatOf(payment.amount_cents, vatPercentage),
    corrects: null,
    contract: await contractOf(app, payment),
  });
}

export async function creditNoteFor(
  app: Parts,
  tx: Tx,
  { id, payment, amountCents, credits }: RefundOf,
): Promise<Receipt> {
  const vatPercentage = Number(payment.vat_percentage);
  const receipt = (await receiptsOf(tx, [payment.id]))
    .get(payment.id)
    ?.find(({ kind }) => kind === 'receipt');
  return issue(app, tx, payment, id, 'credit_note', {
    ...common(payment),
    credits,
    priceCents: amountCents,
    discountCents: 0,
    discountCode: null,
    costsCents: 0,
    totalCents: amountCents,
    vatPercentage,
    vatCents: vatOf(amountCents, vatPercentage),
    corrects: receipt?.number ?? null,
  });
}

async function contractOf(app: Parts, payment: PaymentRow): Promise<ContractTerms> {
  const host = payment.host ?? undefined;
  const [settings, origin] = await Promise.all([settingsOf(app, host), originOf(app, host)]);
  return {
    site: settings.name,
    origin,
    refundDays: settings.refund_days,
    consented: payment.consent_at !== null,
  };
}

const common = ({ country, currency, method }: PaymentRow) => ({ country, currency, method });

async function issue(
  app: Parts,
  tx: Tx,
  payment: PaymentRow,
  id: string,
  kind: Receipt['kind'],
  content: Omit<ReceiptDetails, 'seller' | 'descriptor'>,
): Promise<Receipt> {
  const issued = await receiptOf(tx, id);
  if (issued) return issued;
  const host = payment.host ?? undefined;
  const [company, settings] = await Promise.all([companyOf(app, host), settingsOf(app, host)]);
  const { name, address, city, country, kvk } = company;
  const details: ReceiptDetails = {
    seller: {
      name,
      address,
      city,
      country,
      kvk,
      vatNumber: vatNumberFor(company.vat_numbers, payment.country),
      supportEmail: settings.support_email,
    },
    descriptor: settings.mail_name,
    ...content,
  };
  await sql`
    with today as (select (app_now() at time zone ${settings.time_zone})::date as day),
    numbered as (
      insert into receipt_numbers as n (company_id, kind, year, last)
        select ${company.id}, ${kind}, extract(year from day), 1 from today
        on conflict (company_id, kind, year) do update set last = n.last + 1
        returning year, last
    )
    insert into receipts (id, member_id, payment_id, kind, company_id, year, number, issued_on, details)
      select ${id}, ${payment.member_id}, ${payment.id}, ${kind}, ${company.id}, year, last, day, ${JSON.stringify(details)}::jsonb
      from numbered, today`.execute(tx);
  return must(await receiptOf(tx, id), 'receipt that was just stored');
}

const vatNumberFor = (numbers: string[], country: string): string | null =>
  numbers.find((number) => number.startsWith(country)) ?? numbers[0] ?? null;

const columns = sql`
  id, member_id, payment_id, kind, issued_on::text as issued_on, details,
  (case kind when 'credit_note' then 'C' else '' end) || year || '-' || lpad(number::text, 6, '0') as number`;

export async function receiptOf(db: Db, id: string): Promise<Receipt | null> {
  const { rows } = await sql<Receipt>`select ${columns} from receipts where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function receiptsOf(db: Db, payments: string[]): Promise<Map<string, PaymentReceipt[]>> {
  const { rows } =
    await sql<Receipt>`select ${columns} from receipts where payment_id = any(${payments}::uuid[]) order by kind desc, year, number`.execute(
      db,
    );
  const found = new Map<string, PaymentReceipt[]>();
  for (const { payment_id, id, kind, number } of rows)
    found.set(payment_id, [...(found.get(payment_id) ?? []), { id, kind, number }]);
  return found;
}
