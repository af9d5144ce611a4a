import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { isCard, type PaymentMethod } from '#contract/lists/payment-methods.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { GatewayRefused, type Order, type Outcome, type PaymentGateway, type StoredCard } from './gateway.ts';

type RefundOrder = Parameters<PaymentGateway['refund']>[1];

export interface SandboxOrder {
  payment_id: string;
  member_id: number;
  amount_cents: number;
  currency: string;
  method: PaymentMethod;
  description: string;
  return_url: string;
  language: Locale;
  save_card: boolean;
  outcome: Outcome | 'open';
  closed: boolean;
  card: StoredCard | null;
}

/**
 * The outcomes that a tester can choose at the checkout. `expired_card` pays now and makes the next charge of
 * the stored card fail.
 */
export const sandboxChoices = [
  'paid',
  'failed',
  'cancelled',
  'pending',
  'chargeback',
  'expired_card',
] as const;

export type SandboxChoice = (typeof sandboxChoices)[number];

/** Allowed transitions between states. Repeating a choice sends its notification again. */
const mayFollow: Record<SandboxOrder['outcome'], readonly Outcome[]> = {
  open: ['paid', 'failed', 'cancelled', 'pending'],
  pending: ['pending', 'paid', 'failed', 'cancelled'],
  failed: ['failed', 'paid', 'pending'],
  cancelled: ['cancelled', 'paid', 'pending'],
  paid: ['paid', 'chargeback'],
  chargeback: ['chargeback'],
  refunded: [],
};

function cardOf(order: SandboxOrder, choice: SandboxChoice): StoredCard {
  const expired = choice === 'expired_card';
  const brand = order.method === 'creditcard' ? 'Visa' : order.method;
  return {
    token: `${expired ? 'expired' : 'card'}_${order.payment_id}`,
    brand,
    last4: expired ? '0069' : '4242',
    fingerprint: `${brand}_${expired ? '0069' : '4242'}`,
  };
}

export function createSandboxOrders(db: Db) {
  const find = async (paymentId: string): Promise<SandboxOrder | null> => {
    const { rows } =
      await sql<SandboxOrder>`select * from sandbox_orders where payment_id = ${paymentId}`.execute(db);
    return rows[0] ?? null;
  };

  return {
    find,

    async store(order: Order, outcome: SandboxOrder['outcome']): Promise<void> {
      await sql`
        insert into sandbox_orders (payment_id, member_id, amount_cents, currency, method, description, return_url, language, save_card, outcome)
        values (${order.paymentId}, ${order.memberId}, ${order.amountCents}, ${order.currency}, ${order.method}, ${order.description},
          ${order.returnPath}, ${order.locale}, ${order.saveCard}, ${outcome})
        on conflict do nothing`.execute(db);
    },

    /**
     * Refunds a part of an order. Idempotent per id. Throws `GatewayRefused` if it exceeds the remaining
     * money.
     */
    async refund(paymentId: string, { id, amountCents }: RefundOrder): Promise<void> {
      const { rows } = await sql<{
        known: boolean;
        given_back: number;
        amount_cents: number;
        outcome: Outcome;
      }>`
        select refunds ? ${id} as known, amount_cents, outcome,
          (select coalesce(sum(value::int), 0)::int from jsonb_each_text(refunds)) as given_back
        from sandbox_orders where payment_id = ${paymentId} for update`.execute(db);
      const order = rows[0];
      if (order?.known) return;
      if (!order || order.outcome !== 'paid' || order.given_back + amountCents > order.amount_cents)
        throw new GatewayRefused('There is nothing to refund.');
      await sql`
        update sandbox_orders set refunds = refunds || jsonb_build_object(${id}::text, ${amountCents}::int),
          outcome = case when ${order.given_back + amountCents} = amount_cents then 'refunded' else outcome end
        where payment_id = ${paymentId} and not refunds ? ${id}`.execute(db);
    },

    async cancel(paymentId: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update sandbox_orders set closed = true, outcome = 'cancelled' where payment_id = ${paymentId} and outcome not in ('paid', 'chargeback', 'refunded')`.execute(
        db,
      );
      return Number(numAffectedRows ?? 0) > 0;
    },

    async choose(paymentId: string, choice: SandboxChoice): Promise<SandboxOrder> {
      const order = await find(paymentId);
      if (!order) throw refuse('not_found');
      const outcome: Outcome = choice === 'expired_card' ? 'paid' : choice;
      const from = Object.entries(mayFollow)
        .filter(([, next]) => next.includes(outcome))
        .map(([state]) => state);
      const card =
        outcome === 'paid' && order.save_card && isCard(order.method) ? cardOf(order, choice) : null;
      const { rows } = await sql<SandboxOrder>`
        update sandbox_orders set outcome = ${outcome}, card = coalesce(card, ${card ? JSON.stringify(card) : null}::jsonb)
        where payment_id = ${paymentId} and not closed and outcome = any(${from}) returning *`.execute(db);
      if (!rows[0]) throw refuse('conflict');
      return rows[0];
    },
  };
}
