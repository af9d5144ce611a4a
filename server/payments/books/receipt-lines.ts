import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { ofOrderInSites } from './books.ts';

interface Line {
  number: string;
  kind: 'receipt' | 'credit_note';
  issued_on: string;
  corrects: string | null;
  company: string;
  site: string | null;
  country: string;
  currency: string;
  vat_percentage: number;
  total_cents: number;
  vat_cents: number;
  credits: number;
  method: string;
  gateway: string;
  payment_id: string;
}

const columns = [
  'number',
  'kind',
  'issued_on',
  'corrects',
  'company',
  'site',
  'country',
  'currency',
  'vat_percentage',
  'net',
  'vat',
  'total',
  'credits',
  'method',
  'gateway',
  'payment_id',
];

/**
 * The receipts and credit notes of a month as CSV, a line each, by company and number. Amounts of credit notes are
 * negative, so that the columns add up to the month. Nothing in it identifies a buyer.
 */
export async function receiptLines(db: Db, sites: Sites, month: string): Promise<string> {
  const { rows } = await sql<Line>`
    select (case receipts.kind when 'credit_note' then 'C' else '' end) || year || '-' || lpad(number::text, 6, '0') as number, receipts.kind,
      issued_on::text, receipts.details ->> 'corrects' as corrects, companies.name as company, p.host as site, receipts.details ->> 'country' as country,
      receipts.details ->> 'currency' as currency, (receipts.details ->> 'vatPercentage')::float8 as vat_percentage,
      (receipts.details ->> 'totalCents')::bigint as total_cents, (receipts.details ->> 'vatCents')::bigint as vat_cents,
      (receipts.details ->> 'credits')::int as credits, receipts.details ->> 'method' as method, p.gateway, p.id as payment_id
    from receipts join companies on companies.id = receipts.company_id join payments p on p.id = receipts.payment_id
    where ${ofOrderInSites(sites)} and issued_on >= ${`${month}-01`}::date and issued_on < ${`${month}-01`}::date + interval '1 month'
    order by receipts.company_id, receipts.kind desc, year, number`.execute(db);
  return stringify(
    rows.map(({ total_cents, vat_cents, credits, ...line }) => {
      const sign = line.kind === 'credit_note' ? -1 : 1;
      const amount = (cents: number) => money(sign * cents, line.currency).amount;
      return {
        ...line,
        net: amount(total_cents - vat_cents),
        vat: amount(vat_cents),
        total: amount(total_cents),
        credits: sign * credits,
      };
    }),
    { header: true, columns },
  );
}
