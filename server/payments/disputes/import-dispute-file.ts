import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { money } from '#contract/money.ts';
import type { DisputeFile, DisputeResult } from '#contract/payments/disputes.ts';
import { isUuid } from '#contract/schema.ts';
import type { App } from '../../platform/app.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { centsOfCsv, readGatewayCsv } from '../books/gateway-csv.ts';
import {
  type GatewayDispute,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentGateway,
  type SettlementColumn,
} from '../gateways/gateway.ts';
import { gatewayNamed } from '../gateways/index.ts';
import { gatewayKinds } from '../gateways/registry.ts';
import type { PaymentRow } from '../payment-row.ts';
import { recordDispute } from './record-dispute.ts';
import { resultBefore } from './result-before.ts';

/** Each line may cost a request to the gateway while the operator waits. */
const MOST_ROWS = 200;

/** Possible headers of the columns that a settlement file does not have. */
const columnNames = {
  dispute: ['disputeid', 'chargebackid', 'casenumber', 'caseid', 'dispute', 'chargeback'],
  reason: ['reason', 'reasoncode', 'reasondescription'],
  date: ['date', 'disputedate', 'chargebackdate', 'createdat', 'created'],
};

/**
 * POST /api/admin/dispute-file: reads a file of disputes with the number of the payment, the amount and the currency of
 * each. A preview changes nothing; with `apply` every line is handled on its own. A file that is sent again, or in part,
 * changes nothing more: a line is known by the dispute's number, or else by that of the payment. Throws `invalid_fields`
 * for a file without these columns or with more than `MOST_ROWS` lines, and for a gateway without chargebacks, and
 * `unavailable` while the gateway cannot confirm disputes.
 */
export async function importDisputeFile(
  app: App,
  audit: AuditNote,
  { gateway: name, csv, apply }: CallBody<'adminDisputeFile'>,
): Promise<DisputeFile> {
  const gateway = gatewayNamed(app, name);
  if (gateway.capabilities.chargebacks === 'none') throw refuseFields({ gateway: 'invalid' });
  const lines: DisputeFile['lines'] = [];
  for (const [index, { payment: number, dispute }] of linesOf(csv, gateway).entries()) {
    const payment = dispute && (await paymentNumbered(app, gateway, number));
    const result = await resultOf(app, gateway, payment, dispute, apply);
    if (apply && result === 'taken_back' && payment)
      await audit(app.db, {
        act: 'dispute.take_back',
        member: payment.member_id,
        object: payment.id,
        details: { gateway: name, cents: payment.amount_cents },
      });
    lines.push({
      line: index + 2,
      payment: number.slice(0, 100),
      payment_id: payment?.id ?? null,
      amount: dispute && money(dispute.amountCents, dispute.currency),
      result,
    });
  }
  await audit(app.db, { object: name, details: { apply, lines: lines.length } });
  return { lines, taken_back: lines.filter(({ result }) => result === 'taken_back').length };
}

type Column = SettlementColumn | keyof typeof columnNames;

async function resultOf(
  app: App,
  gateway: PaymentGateway,
  payment: PaymentRow | null,
  dispute: GatewayDispute | null,
  apply: boolean,
): Promise<DisputeResult> {
  if (!dispute) return 'unreadable';
  if (!payment) return 'unknown';
  if (!apply) return resultBefore(payment, dispute);
  try {
    return await recordDispute(app, gateway, payment, dispute, 'file');
  } catch (error) {
    if (error instanceof GatewayRefused) return 'unconfirmed';
    // The lines before this one stay done. The operator sends the file again.
    if (error instanceof GatewayUnavailable) throw refuse('unavailable', undefined, 30);
    throw error;
  }
}

function linesOf(
  csv: string,
  { name }: PaymentGateway,
): { payment: string; dispute: GatewayDispute | null }[] {
  const { settlementColumns } = gatewayKinds[name];
  const { rows, columns } = readGatewayCsv<Column>(
    csv,
    {
      ...settlementColumns,
      ...columnNames,
      // A column "id" is the payment's only if no other is.
      reference: ['paymentid', 'saleid', ...settlementColumns.reference],
    },
    { required: ['reference', 'amount', 'currency'], mostRows: MOST_ROWS },
  );
  return rows.map((row) => {
    const cell = (column: Column) => (row[columns[column] ?? ''] ?? '').replace(/\p{Cc}/gu, '').trim();
    const payment = cell('reference');
    const cents = centsOfCsv(cell('amount'));
    const currency = cell('currency').toUpperCase();
    const isReadable = payment !== '' && cents !== null && cents !== 0 && /^[A-Z]{3}$/.test(currency);
    return {
      payment,
      dispute: isReadable
        ? {
            reference: (cell('dispute') || payment).slice(0, 200),
            payment,
            amountCents: Math.abs(cents),
            currency,
            reason: cell('reason') || null,
            openedAt: dateOf(cell('date')),
            reversedAt: null,
          }
        : null,
    };
  });
}

function dateOf(text: string): Date | null {
  const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : null;
  return date && !Number.isNaN(date.getTime()) ? date : null;
}

async function paymentNumbered(
  app: App,
  { name }: PaymentGateway,
  number: string,
): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`
    select * from payments where gateway = ${name}
      and (gateway_reference = ${number} or id = ${isUuid(number) ? number : null}::uuid) limit 1`.execute(
    app.db,
  );
  return rows[0] ?? null;
}
