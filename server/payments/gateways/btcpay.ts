import { createHmac, timingSafeEqual } from 'node:crypto';
import { methodsAtGateway } from '#contract/lists/payment-methods.ts';
import { money } from '#contract/money.ts';
import type { GatewaySettings } from '../../platform/gateway-settings.ts';
import {
  createBtcpayApi,
  type BtcpayApi,
  type BtcpayInvoice,
  type BtcpayPaymentMethod,
} from './btcpay-api.ts';
import { checkBtcpay } from './btcpay-check.ts';
import { createBtcpayRefunds, exactCents } from './btcpay-refunds.ts';
import {
  ForgedNotification,
  type GatewayEvent,
  type GatewayKind,
  type Intent,
  type Notification,
  type Order,
  type Outcome,
  type PaymentGateway,
  type Started,
} from './gateway.ts';

type Settings = GatewaySettings['btcpay'] & {
  publicUrl: string;
};

/**
 * BTCPay Server, which the operator runs, for payments in bitcoin. Its API has no idempotency keys: an order is
 * found by its number in the invoice's metadata, a refund by the name of its pull payment. A webhook is signed
 * over its raw body, and only says that an invoice changed; the adapter fetches the invoice.
 */
export function createBtcpay({ url, storeId, apiKey, webhookSecret, publicUrl }: Settings): PaymentGateway {
  const api = createBtcpayApi({ url, apiKey });
  const store = `/stores/${encodeURIComponent(storeId)}`;
  const invoices = createInvoices(api, store);
  /** Repeats of one order that run at the same time share one invoice. */
  const starting = new Map<string, Promise<Started>>();

  async function start(order: Order): Promise<Started> {
    const known = await invoices.ofOrder(order);
    const invoice =
      known && known.status !== 'Expired' && known.status !== 'Invalid'
        ? known
        : await api.post<BtcpayInvoice>(`${store}/invoices`, invoiceFor(order, publicUrl));
    return { reference: invoice.id, redirectUrl: invoice.checkoutLink, event: null };
  }

  return {
    name: 'btcpay',
    acknowledgement: 'OK',
    capabilities: { storedCards: false, directDebit: false, refunds: true, signs: true, chargebacks: 'none' },
    methods: async (country, currency) => methodsAtGateway('btcpay', country, currency),

    start(order) {
      const running = starting.get(order.paymentId);
      if (running) return running;
      const started = start(order).finally(() => starting.delete(order.paymentId));
      starting.set(order.paymentId, started);
      return started;
    },

    recognises: (fields) => 'invoiceId' in fields && 'storeId' in fields,

    async verify(notification) {
      if (!isSigned(webhookSecret, notification))
        throw new ForgedNotification('The signature of this webhook is wrong.');
      const { storeId: ofStore, invoiceId } = notification.fields;
      if (ofStore !== storeId) throw new ForgedNotification('This webhook is of another store.');
      const invoice = invoiceId ? await invoices.byId(invoiceId) : null;
      const event = invoice && (await eventOf(invoices, invoice));
      return event && { event, asked: true };
    },

    async fetchStatus(intent) {
      const invoice = await invoices.ofIntent(intent);
      return invoice && eventOf(invoices, invoice);
    },

    ...createBtcpayRefunds(api, store),

    /** An address can be paid as long as the server watches it, so no order is closed before that. */
    async cancel(intent) {
      const invoice = await invoices.ofIntent(intent);
      return invoice?.status === 'Invalid' || (invoice?.status === 'Expired' && !isWatched(invoice));
    },
  };
}

export const btcpayKind: GatewayKind<GatewaySettings['btcpay']> = {
  open: (settings, { config }) => createBtcpay({ ...settings, publicUrl: config.publicUrl }),
  check: checkBtcpay,
  settlementColumns: {
    reference: ['invoiceid', 'reference', 'id'],
    amount: ['invoiceprice', 'invoiceamount', 'amount'],
    currency: ['invoicecurrency', 'currency'],
  },
};

const PREFIX = 'sha256=';

function isSigned(secret: string, { body, headers }: Notification): boolean {
  const given = headers['btcpay-sig'];
  if (typeof given !== 'string') return false;
  const right = PREFIX + createHmac('sha256', secret).update(body).digest('hex');
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}

const invoiceFor = (order: Order, publicUrl: string) => ({
  ...money(order.amountCents, order.currency),
  metadata: { orderId: order.paymentId, memberId: order.memberId, itemDesc: order.description },
  checkout: {
    redirectURL: (order.returnOrigin ?? publicUrl) + order.returnPath,
    redirectAutomatically: true,
    defaultLanguage: order.locale,
    // The store's own tolerance must not make a smaller amount count as paid.
    paymentTolerance: 0,
  },
  // The site sends the receipt. BTCPay Server's would be a public page.
  receipt: { enabled: false },
});

type Invoices = ReturnType<typeof createInvoices>;

function createInvoices(api: BtcpayApi, store: string) {
  const byId = (id: string) => api.find<BtcpayInvoice>(`${store}/invoices/${encodeURIComponent(id)}`);

  /** The newest invoice of an order. One for another amount or currency is not ours. */
  async function ofOrder({
    paymentId,
    amountCents,
    currency,
  }: Pick<Intent, 'paymentId' | 'amountCents' | 'currency'>): Promise<BtcpayInvoice | null> {
    const found = (await api.find<BtcpayInvoice[]>(`${store}/invoices`, { orderId: paymentId })) ?? [];
    const own = found.filter(
      (invoice) =>
        invoice.metadata?.orderId === paymentId &&
        exactCents(invoice.amount) === amountCents &&
        invoice.currency === currency,
    );
    return own.sort((a, b) => b.createdTime - a.createdTime)[0] ?? null;
  }

  return {
    byId,
    ofOrder,
    ofIntent: (intent: Intent) => (intent.reference ? byId(intent.reference) : ofOrder(intent)),
    paymentMethodsOf: ({ id }: BtcpayInvoice) =>
      api.find<BtcpayPaymentMethod[]>(`${store}/invoices/${encodeURIComponent(id)}/payment-methods`),
  };
}

const outcomes: Record<BtcpayInvoice['status'], Outcome> = {
  New: 'pending',
  Processing: 'pending',
  Settled: 'paid',
  Expired: 'cancelled',
  Invalid: 'failed',
};

const isWatched = (invoice: BtcpayInvoice) => invoice.monitoringExpiration * 1000 > Date.now();

async function eventOf(invoices: Invoices, invoice: BtcpayInvoice): Promise<GatewayEvent | null> {
  const { orderId, memberId } = invoice.metadata ?? {};
  if (!orderId) return null;
  const paidLate = await isPaidLate(invoices, invoice);
  const ended = invoice.status === 'Expired' && !paidLate;
  const attention = attentionOf(invoice, paidLate);
  return {
    paymentId: orderId,
    outcome: paidLate ? 'paid' : outcomes[invoice.status],
    reference: invoice.id,
    amountCents: exactCents(invoice.amount) ?? -1,
    currency: invoice.currency,
    memberId: memberId === undefined || memberId === null ? null : Number(memberId),
    ...(ended ? { reason: attention ?? 'expired' } : {}),
    ...(ended && isWatched(invoice) ? { mayStillArrive: true } : {}),
    ...(attention === undefined ? {} : { attention }),
  };
}

/**
 * An invoice that was paid in full after it expired stays expired at BTCPay Server. It counts once every
 * payment is confirmed.
 */
async function isPaidLate(invoices: Invoices, invoice: BtcpayInvoice): Promise<boolean> {
  if (invoice.status !== 'Expired' || invoice.additionalStatus !== 'PaidLate') return false;
  const methods = (await invoices.paymentMethodsOf(invoice)) ?? [];
  const payments = methods.flatMap((method) => method.payments);
  return (
    methods.some(({ due }) => Number(due) <= 0) &&
    payments.length > 0 &&
    payments.every(({ status }) => status === 'Settled')
  );
}

function attentionOf(
  { additionalStatus, status, amount, paidAmount, currency }: BtcpayInvoice,
  paidLate: boolean,
): string | undefined {
  const paid = paidAmount === undefined ? '' : ` (${paidAmount} of ${amount} ${currency})`;
  if (additionalStatus === 'PaidOver')
    return `The payer sent too much${paid}: refund the difference at BTCPay Server.`;
  if (additionalStatus === 'PaidPartial' && status !== 'Settled')
    return `The payer sent too little${paid}: refund it at BTCPay Server.`;
  if (additionalStatus === 'PaidLate' && status === 'Expired' && !paidLate)
    return 'The payer sent the money too late, and it is not confirmed yet.';
  return undefined;
}
