import { randomUUID } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { lockPayer } from '../payer.ts';
import { settleStatement } from './settle-statement.ts';
import { withdrawableOf, withdrawableOrder } from './withdrawable.ts';

/**
 * Withdraws from every order that still allows it, in the transaction that deletes the account: members must
 * not lose money to which the law entitles them.
 */
export async function withdrawOnDeletion(app: App, tx: Tx, memberId: number): Promise<void> {
  const payer = await lockPayer(tx, memberId);
  if (!payer?.email) return;
  const { email, name, language: locale } = payer;
  for (const { payment } of await withdrawableOf(app, tx, memberId)) {
    // Read again, because the refund of an earlier order may have used these credits.
    const order = await withdrawableOrder(app, tx, payment);
    // An order without unused credits needs no statement of withdrawal.
    if (!order || order.unused === 0) continue;
    const host = payment.host ?? '';
    const statement = { id: randomUUID(), name, email, order: payment.id, memberId, locale, host };
    await settleStatement(app, tx, { payment, order, statement, kind: 'deletion' });
  }
}
