import type { CountryCode } from '#contract/lists/countries.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { isCard, mandateReference, nameAtGateway } from '#contract/lists/payment-methods.ts';
import { centsOf, money } from '#contract/money.ts';
import type { GatewaySettings } from '../../platform/gateway-settings.ts';
import { ask, badAnswer } from './check-gateway.ts';
import {
  GatewayRefused,
  type GatewayEvent,
  type GatewayKind,
  type Order,
  type Outcome,
  type PaymentGateway,
  type Started,
} from './gateway.ts';
import { createMollieApi, type MollieAmount, type MollieApi, type MolliePayment } from './mollie-api.ts';
import { listMollieDisputes } from './mollie-disputes.ts';
import { createMethodList } from './mollie-methods.ts';

type Settings = GatewaySettings['mollie'] & {
  publicUrl: string;
};

/**
 * Mollie, for operators whose contract with it allows this product. Its notifications are unsigned and
 * contain only a payment id, so the adapter fetches the payment from the API. Our payment id is the
 * idempotency key of every call.
 */
export function createMollie({ apiKey, apiUrl, publicUrl }: Settings): PaymentGateway {
  const api = createMollieApi({ apiKey, apiUrl });
  const paymentOf = (id: string) => api.get<MolliePayment>(`/payments/${id}`);
  return {
    name: 'mollie',
    acknowledgement: 'OK',
    capabilities: {
      storedCards: true,
      directDebit: true,
      refunds: true,
      signs: false,
      chargebacks: 'in status',
    },
    methods: createMethodList(api),
    start: (order) => start(api, order, publicUrl),

    recognises: ({ id = '' }) => isPaymentId(id),

    async verify({ fields }) {
      const id = fields['id'] ?? '';
      const event = isPaymentId(id) ? eventOf(await paymentOf(id)) : null;
      return event && { event, asked: true };
    },

    fetchStatus: async ({ reference }) => (reference ? eventOf(await paymentOf(reference)) : null),

    async refund({ paymentId, reference, currency }, { id, amountCents }) {
      if (!reference) throw new GatewayRefused('Mollie does not know this payment.');
      // Mollie stores an idempotency key for only an hour. After that, an earlier attempt is found among the
      // booked refunds.
      const { _embedded } = await api.get<RefundList>(`/payments/${reference}/refunds`, { limit: '250' });
      if (
        _embedded.refunds.some(
          ({ metadata, status }) =>
            metadata?.refund_id === id && status !== 'failed' && status !== 'canceled',
        )
      )
        return null;
      await api.post(
        `/payments/${reference}/refunds`,
        { amount: amountOf(amountCents, currency), metadata: { payment_id: paymentId, refund_id: id } },
        `refund:${id}`,
      );
      return null;
    },

    disputes: (since) => listMollieDisputes(api, since),

    async cancel({ reference }) {
      if (!reference) return false;
      const payment = await paymentOf(reference);
      if (['canceled', 'expired', 'failed'].includes(payment.status)) return true;
      if (!payment.isCancelable) return false;
      await api.delete(`/payments/${reference}`);
      return true;
    },
  };
}

const isPaymentId = (id: string) => /^tr_\w{4,40}$/.test(id);

export const mollieKind: GatewayKind<GatewaySettings['mollie']> = {
  open: (settings, { config }) => createMollie({ ...settings, publicUrl: config.publicUrl }),
  async check({ apiKey, apiUrl }) {
    const answer = await ask('Mollie', `${apiUrl}/v2/methods`, { authorization: `Bearer ${apiKey}` });
    if (answer.status === 401 || answer.status === 403)
      throw new Error('Mollie refuses MOLLIE_API_KEY: use the live key from its dashboard.');
    if (!answer.ok) throw badAnswer('Mollie', answer);
    return 'Mollie accepts the API key';
  },
  settlementColumns: {
    reference: ['reference', 'id', 'paymentid', 'transactionid', 'paymentreference'],
    amount: ['amount', 'gross', 'grossamount', 'value', 'bruttobedrag', 'bedrag'],
    currency: ['currency', 'amountcurrency', 'valuta'],
  },
};

interface RefundList {
  _embedded: { refunds: { status: string; metadata?: { refund_id?: string } | null }[] };
}

const amountOf = (cents: number, currency: string): MollieAmount => ({
  currency,
  value: money(cents, currency).amount,
});

async function start(api: MollieApi, order: Order, publicUrl: string): Promise<Started> {
  const create = (more: object) =>
    api.post<MolliePayment>(
      '/payments',
      {
        amount: amountOf(order.amountCents, order.currency),
        description: order.description,
        redirectUrl: (order.returnOrigin ?? publicUrl) + order.returnPath,
        webhookUrl: `${order.returnOrigin ?? publicUrl}/api/payment-webhook.php?gateway=mollie`,
        metadata: { payment_id: order.paymentId, member: order.memberId },
        locale: localeOf(order.locale, order.country),
        ...more,
      },
      order.paymentId,
    );
  if (order.storedCard) {
    const [customerId, mandateId] = order.storedCard.token.split(':');
    return collected(await create({ sequenceType: 'recurring', customerId, mandateId }));
  }
  if (order.mandate)
    return collected(
      await create({
        sequenceType: 'recurring',
        method: nameAtGateway(order.method, 'mollie'),
        ...(await mandateOf(api, order, order.mandate)),
      }),
    );
  const keep = order.saveCard && isCard(order.method);
  const payment = await create({
    method: nameAtGateway(order.method, 'mollie'),
    ...(keep ? { sequenceType: 'first', customerId: await customerOf(api, order) } : {}),
  });
  return { reference: payment.id, redirectUrl: payment._links?.checkout?.href ?? null, event: null };
}

/**
 * A payment without interaction by the payer: its state is known immediately, though a bank may take days.
 */
const collected = (payment: MolliePayment): Started => ({
  reference: payment.id,
  redirectUrl: null,
  event: eventOf(payment),
});

async function mandateOf(
  api: MollieApi,
  order: Order,
  { accountHolder, iban, signedAt }: NonNullable<Order['mandate']>,
): Promise<{ customerId: string; mandateId: string }> {
  const customerId = await customerOf(api, order);
  const mandate = await api.post<{ id: string }>(
    `/customers/${customerId}/mandates`,
    {
      method: 'directdebit',
      consumerName: accountHolder,
      consumerAccount: iban,
      signatureDate: signedAt.toISOString().slice(0, 10),
      mandateReference: mandateReference(order.paymentId),
    },
    `${order.paymentId}:mandate`,
  );
  return { customerId, mandateId: mandate.id };
}

const customerOf = async (api: MollieApi, order: Order): Promise<string> =>
  (
    await api.post<{ id: string }>(
      '/customers',
      { metadata: { member: order.memberId } },
      `${order.paymentId}:customer`,
    )
  ).id;

const outcomes: Record<MolliePayment['status'], Outcome> = {
  open: 'pending',
  pending: 'pending',
  authorized: 'pending',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
  expired: 'cancelled',
};

function eventOf(payment: MolliePayment): GatewayEvent | null {
  const { payment_id, member } = payment.metadata ?? {};
  if (!payment_id) return null;
  const amountCents = centsOf(payment.amount.value) ?? -1;
  const back = (part: MollieAmount | undefined) => centsOf(part?.value ?? '0.00') ?? 0;
  const reversed =
    back(payment.amountChargedBack) > 0
      ? 'chargeback'
      : back(payment.amountRefunded) >= amountCents
        ? 'refunded'
        : null;
  const { cardNumber, cardLabel, cardFingerprint } = payment.details ?? {};
  return {
    paymentId: payment_id,
    outcome: reversed ?? outcomes[payment.status],
    reference: payment.id,
    amountCents,
    currency: payment.amount.currency,
    memberId: member ?? null,
    ...(payment.customerId && payment.mandateId && cardNumber
      ? {
          card: {
            token: `${payment.customerId}:${payment.mandateId}`,
            brand: cardLabel ?? 'Card',
            last4: cardNumber.slice(-4),
            ...(cardFingerprint && { fingerprint: cardFingerprint }),
          },
        }
      : {}),
  };
}

const checkoutLocales = new Set([
  'en_US',
  'en_GB',
  'nl_NL',
  'nl_BE',
  'de_DE',
  'de_AT',
  'de_CH',
  'fr_FR',
  'fr_BE',
  'es_ES',
  'ca_ES',
  'pt_PT',
  'it_IT',
  'nb_NO',
  'sv_SE',
  'fi_FI',
  'da_DK',
  'is_IS',
  'hu_HU',
  'pl_PL',
  'lv_LV',
  'lt_LT',
]);
const homeOf: Partial<Record<Locale, string>> = { da: 'DK', en: 'US', nb: 'NO', sv: 'SE' };

function localeOf(locale: Locale, country: CountryCode): string {
  const own = `${locale}_${country}`;
  return checkoutLocales.has(own) ? own : `${locale}_${homeOf[locale] ?? locale.toUpperCase()}`;
}
