import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { paymentMethods, type PaymentMethod } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { cardMethods } from '#contract/lists/payment-methods.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { deriveKey } from '../../platform/secrets.ts';
import { ForgedNotification, GatewayRefused, type GatewayEvent, type Order, type Outcome, type PaymentGateway, type StoredCard } from './gateway.ts';

/** An order in the sandbox's own book. */
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

/** What the pretend payer chooses at the checkout. `expired_card` pays now and lets the next charge of the stored card fail. */
export const sandboxChoices = ['paid', 'failed', 'cancelled', 'pending', 'chargeback', 'expired_card'] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];

export interface SandboxGateway extends PaymentGateway {
  order(paymentId: string): Promise<SandboxOrder | null>;
  /** Books what the payer chose. Refusals: not_found; conflict when the order is closed or the choice comes too late. */
  choose(paymentId: string, choice: SandboxChoice): Promise<SandboxOrder>;
  /** The notification that a real gateway would post for the order's present state. */
  notificationOf(order: SandboxOrder): Record<string, string>;
  sign(fields: Record<string, string>): string;
}

/** Where a payer may go from which state of the book. Repeating a choice sends its notification again. */
const mayFollow: Record<SandboxOrder['outcome'], readonly Outcome[]> = {
  open: ['paid', 'failed', 'cancelled', 'pending'],
  pending: ['pending', 'paid', 'failed', 'cancelled'],
  failed: ['failed', 'paid', 'pending'],
  cancelled: ['cancelled', 'paid', 'pending'],
  paid: ['paid', 'chargeback'],
  chargeback: ['chargeback'],
  refunded: [],
};

/**
 * The gateway that pretends: the default outside production, where a boot refuses it. It keeps its own book and speaks
 * to the site only by signed notifications and status answers, as a real one does.
 */
export function createSandbox({ db, secret }: { db: Db; secret: string }): SandboxGateway {
  const key = deriveKey(secret, 'sandbox gateway');
  const sign = (fields: Record<string, string>) => {
    const text = Object.keys(fields)
      .sort()
      .filter((name) => name !== 'signature')
      .map((name) => `${name}=${fields[name]}`)
      .join('\n');
    return createHmac('sha256', key).update(text).digest('hex');
  };

  const orderOf = async (paymentId: string): Promise<SandboxOrder | null> => {
    const { rows } = await sql<SandboxOrder>`select * from sandbox_orders where payment_id = ${paymentId}`.execute(db);
    return rows[0] ?? null;
  };

  return {
    name: 'sandbox',
    acknowledgement: 'OK',
    capabilities: { storedCards: true, directDebit: true, refunds: true, signs: true },
    methods: async () => [...paymentMethods],
    sign,
    order: orderOf,

    async start(order) {
      const outcome = order.storedCard ? chargeOf(order.storedCard.token) : order.mandate ? 'paid' : 'open';
      await sql`
        insert into sandbox_orders (payment_id, member_id, amount_cents, currency, method, description, return_url, language, save_card, outcome)
        values (${order.paymentId}, ${order.memberId}, ${order.amountCents}, ${order.currency}, ${order.method}, ${order.description},
          ${order.returnPath}, ${order.locale}, ${order.saveCard}, ${outcome})
        on conflict do nothing`.execute(db);
      const booked = (await orderOf(order.paymentId))!;
      const atOnce = order.storedCard !== null || order.mandate !== null;
      return { reference: referenceOf(order.paymentId), redirectUrl: atOnce ? null : checkoutPath(order), event: atOnce ? eventOf(booked) : null };
    },

    async verify({ fields }) {
      const given = Buffer.from(fields['signature'] ?? '');
      const right = Buffer.from(sign(fields));
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new ForgedNotification('The sandbox did not sign this.');
      const event: GatewayEvent = {
        paymentId: fields['payment_id']!,
        outcome: fields['outcome'] as Outcome,
        reference: fields['reference']!,
        amountCents: Number(fields['amount_cents']),
        currency: fields['currency']!,
        memberId: Number(fields['member']),
        ...(fields['card_token'] ? { card: { token: fields['card_token'], brand: fields['card_brand']!, last4: fields['card_last4']! } } : {}),
      };
      return { event, asked: false };
    },

    async fetchStatus({ paymentId }) {
      const order = await orderOf(paymentId);
      return order ? eventOf(order) : null;
    },

    async refund({ paymentId }, { id, amountCents }) {
      const { rows } = await sql<{ known: boolean; given_back: number; amount_cents: number; outcome: Outcome }>`
        select refunds ? ${id} as known, amount_cents, outcome,
          (select coalesce(sum(value::int), 0)::int from jsonb_each_text(refunds)) as given_back
        from sandbox_orders where payment_id = ${paymentId} for update`.execute(db);
      const order = rows[0];
      if (order?.known) return;
      if (!order || order.outcome !== 'paid' || order.given_back + amountCents > order.amount_cents) throw new GatewayRefused('Nothing to give back.');
      await sql`
        update sandbox_orders set refunds = refunds || jsonb_build_object(${id}::text, ${amountCents}::int),
          outcome = case when ${order.given_back + amountCents} = amount_cents then 'refunded' else outcome end
        where payment_id = ${paymentId} and not refunds ? ${id}`.execute(db);
    },

    async cancel({ paymentId }) {
      const { numAffectedRows } = await sql`
        update sandbox_orders set closed = true, outcome = 'cancelled' where payment_id = ${paymentId} and outcome not in ('paid', 'chargeback', 'refunded')`.execute(
        db,
      );
      return Number(numAffectedRows ?? 0) > 0;
    },

    async choose(paymentId, choice) {
      const order = await orderOf(paymentId);
      if (!order) throw refuse('not_found');
      const outcome: Outcome = choice === 'expired_card' ? 'paid' : choice;
      const from = Object.entries(mayFollow)
        .filter(([, next]) => next.includes(outcome))
        .map(([state]) => state);
      const card = outcome === 'paid' && order.save_card && cardMethods.has(order.method) ? cardOf(order, choice) : null;
      const { rows } = await sql<SandboxOrder>`
        update sandbox_orders set outcome = ${outcome}, card = coalesce(card, ${card ? JSON.stringify(card) : null}::jsonb)
        where payment_id = ${paymentId} and not closed and outcome = any(${from}) returning *`.execute(db);
      if (!rows[0]) throw refuse('conflict');
      return rows[0];
    },

    notificationOf(order) {
      const event = eventOf(order);
      const fields: Record<string, string> = {
        payment_id: event.paymentId,
        outcome: event.outcome,
        reference: event.reference!,
        amount_cents: String(event.amountCents),
        currency: event.currency,
        member: String(event.memberId),
        ...(event.card ? { card_token: event.card.token, card_brand: event.card.brand, card_last4: event.card.last4 } : {}),
      };
      return { ...fields, signature: sign(fields) };
    },
  };
}

const referenceOf = (paymentId: string) => `sandbox_${paymentId}`;
const checkoutPath = (order: Pick<Order, 'paymentId'>) => `/sandbox/checkout/${order.paymentId}`;

/** A card that was said to be expired fails when it is charged again. */
const chargeOf = (token: string): Outcome => (token.startsWith('expired_') ? 'failed' : 'paid');

function cardOf(order: SandboxOrder, choice: SandboxChoice): StoredCard {
  const expired = choice === 'expired_card';
  const brand = order.method === 'creditcard' ? 'Visa' : order.method;
  return { token: `${expired ? 'expired' : 'card'}_${order.payment_id}`, brand, last4: expired ? '0069' : '4242' };
}

function eventOf(order: SandboxOrder): GatewayEvent {
  return {
    paymentId: order.payment_id,
    outcome: order.outcome === 'open' ? 'pending' : order.outcome,
    reference: referenceOf(order.payment_id),
    amountCents: order.amount_cents,
    currency: order.currency,
    memberId: order.member_id,
    ...(order.card ? { card: order.card } : {}),
    ...(order.outcome === 'failed' ? { reason: 'declined' } : {}),
  };
}
