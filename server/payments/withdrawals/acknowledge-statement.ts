import { money } from '#contract/money.ts';
import { emailKey } from '#contract/rules/account-rules.ts';
import { isUuid } from '#contract/schema.ts';
import type { OrderNumber } from '#mail/typed-mails.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { lockPayer } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import type { Statement, Stored } from './statement.ts';

/**
 * Mails the confirmation, which the law requires on a durable medium: to the given address, and to the
 * account's if that differs.
 */
export async function acknowledgeStatement(
  app: App,
  tx: Tx,
  statement: Statement,
  stored: Stored,
  payment: PaymentRow | null,
): Promise<void> {
  const { refund_days, time_zone } = await settingsOf(app, statement.host || undefined);
  const payer = payment && (await lockPayer(tx, payment.member_id));
  const facts = {
    email: statement.email,
    received_at: stored.received_at.toISOString(),
    time_zone,
    outcome: stored.outcome,
    credits: stored.credits ?? 0,
    amount: stored.amount_cents === null ? null : money(stored.amount_cents, stored.currency),
    refund_days,
  };
  const at = { locale: statement.locale, host: statement.host || null };
  if (payment && payer?.email)
    await app.mailer.send(
      tx,
      'withdrawal',
      { email: payer.email, memberId: payer.id, ...at },
      { ...facts, name: statement.name, order: payment.id },
    );
  // The given address may be a stranger's, so of the typed text its mail contains only the order number.
  if (!payer?.email || emailKey(payer.email) !== emailKey(statement.email))
    await app.mailer.sendToTyped(
      tx,
      'withdrawal',
      { email: statement.email, ...at },
      { ...facts, order: orderNumberIn(payment?.id ?? statement.order) },
    );
}

const isOrderNumber = (text: string): text is OrderNumber => isUuid(text);

/** Extracts the order number from typed text such as `Order 0190…`. */
function orderNumberIn(text: string): OrderNumber | null {
  const [found] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text) ?? [];
  return found !== undefined && isOrderNumber(found) ? found : null;
}
