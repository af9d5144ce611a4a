import { createHmac, timingSafeEqual } from 'node:crypto';
import { currentMethods } from '#contract/lists/payment-methods.ts';
import { must } from '#contract/must.ts';
import type { Db } from '../../platform/database/index.ts';
import type { GatewaySettings } from '../../platform/gateway-settings.ts';
import { deriveKey } from '../../platform/secrets.ts';
import {
  ForgedNotification,
  type GatewayEvent,
  type GatewayKind,
  type Order,
  type Outcome,
  type PaymentGateway,
} from './gateway.ts';
import { createSandboxOrders, type SandboxChoice, type SandboxOrder } from './sandbox-orders.ts';

export interface SandboxGateway extends PaymentGateway {
  order(paymentId: string): Promise<SandboxOrder | null>;
  /**
   * Books the tester's choice. Throws `not_found` if the order does not exist, and `conflict` if it is closed
   * or its state no longer allows the choice.
   */
  choose(paymentId: string, choice: SandboxChoice): Promise<SandboxOrder>;
  notificationOf(order: SandboxOrder): Record<string, string>;
  sign(fields: Record<string, string>): string;
}

/**
 * The simulated gateway: the default outside production, and forbidden in production. It has its own table
 * and communicates with the site only by signed notifications and status responses, like a real gateway.
 */
export function createSandbox({ db, secret }: { db: Db; secret: string }): SandboxGateway {
  const key = deriveKey(secret, 'sandbox gateway');
  const orders = createSandboxOrders(db);
  const sign = (fields: Record<string, string>) => signatureOf(key, fields);

  return {
    name: 'sandbox',
    acknowledgement: 'OK',
    capabilities: {
      storedCards: true,
      directDebit: true,
      refunds: true,
      signs: true,
      chargebacks: 'in status',
    },
    methods: async () => [...currentMethods],
    sign,
    order: orders.find,

    async start(order) {
      const outcome = order.storedCard ? chargeOf(order.storedCard.token) : order.mandate ? 'paid' : 'open';
      await orders.store(order, outcome);
      const booked = must(await orders.find(order.paymentId), 'order that was just stored');
      const atOnce = order.storedCard !== null || order.mandate !== null;
      return {
        reference: referenceOf(order.paymentId),
        redirectUrl: atOnce ? null : checkoutPath(order),
        event: atOnce ? eventOf(booked) : null,
      };
    },

    recognises: ({ reference = '' }) => reference.startsWith('sandbox_'),

    async verify({ fields }) {
      const given = Buffer.from(fields['signature'] ?? '');
      const right = Buffer.from(sign(fields));
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw new ForgedNotification('This is not signed by the sandbox.');
      return { event: eventIn(fields), asked: false };
    },

    async fetchStatus({ paymentId }) {
      const order = await orders.find(paymentId);
      return order ? eventOf(order) : null;
    },

    async refund({ paymentId }, refund) {
      await orders.refund(paymentId, refund);
      return null;
    },

    cancel: ({ paymentId }) => orders.cancel(paymentId),

    choose: orders.choose,

    notificationOf(order) {
      const fields = fieldsOf(eventOf(order));
      return { ...fields, signature: sign(fields) };
    },
  };
}

function signatureOf(key: Buffer, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .filter((name) => name !== 'signature')
    .map((name) => `${name}=${fields[name]}`)
    .join('\n');
  return createHmac('sha256', key).update(text).digest('hex');
}

const fieldsOf = (event: GatewayEvent): Record<string, string> => ({
  payment_id: event.paymentId,
  outcome: event.outcome,
  reference: must(event.reference, 'reference of the order'),
  amount_cents: String(event.amountCents),
  currency: event.currency,
  member: String(event.memberId),
  ...(event.card
    ? { card_token: event.card.token, card_brand: event.card.brand, card_last4: event.card.last4 }
    : {}),
});

function eventIn(fields: Record<string, string>): GatewayEvent {
  const field = (name: string) => must(fields[name], `field ${name} in the notification`);
  return {
    paymentId: field('payment_id'),
    outcome: fields['outcome'] as Outcome,
    reference: field('reference'),
    amountCents: Number(fields['amount_cents']),
    currency: field('currency'),
    memberId: Number(fields['member']),
    ...(fields['card_token']
      ? {
          card: {
            token: fields['card_token'],
            brand: field('card_brand'),
            last4: field('card_last4'),
          },
        }
      : {}),
  };
}

export const sandboxKind: GatewayKind<GatewaySettings['sandbox'], SandboxGateway> = {
  open: (_settings, { db, config }) => createSandbox({ db, secret: config.secret }),
  check: async () => 'the sandbox: nobody pays real money',
  settlementColumns: {
    reference: ['reference', 'id', 'paymentid'],
    amount: ['amount', 'gross', 'grossamount'],
    currency: ['currency'],
  },
};

const referenceOf = (paymentId: string) => `sandbox_${paymentId}`;

const checkoutPath = (order: Pick<Order, 'paymentId'>) => `/sandbox/checkout/${order.paymentId}`;

const chargeOf = (token: string): Outcome => (token.startsWith('expired_') ? 'failed' : 'paid');

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
