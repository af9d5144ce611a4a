import { methodsAtGateway, nameAtGateway } from '#contract/lists/payment-methods.ts';
import { centsOf, money } from '#contract/money.ts';
import type { GatewaySettings } from '../../platform/gateway-settings.ts';
import { ask, badAnswer } from './check-gateway.ts';
import { isSignedPostback, signedUrl, type Parameters } from './flexpay-signature.ts';
import {
  ForgedNotification,
  GatewayRefused,
  GatewayUnavailable,
  type GatewayEvent,
  type Intent,
  type Outcome,
  type GatewayKind,
  type PaymentGateway,
} from './gateway.ts';

type Settings = GatewaySettings['verotel'] & {
  publicUrl: string;
};

const VERSION = '4';
const ANSWER_MS = 8_000;
const currencies = new Set(['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'DKK', 'NOK', 'SEK']);

/**
 * Verotel FlexPay v4, a payment processor for adult merchants. The order page takes the payment, a signed
 * postback reports the outcome, and a stored card is a token that the order page charges. It has no API for
 * refunds or cancellations.
 */
export function createVerotel({ shopId, signatureKey, url, publicUrl }: Settings): PaymentGateway {
  const common = { version: VERSION, shopID: shopId };
  return {
    name: 'verotel',
    acknowledgement: 'OK',
    capabilities: {
      storedCards: true,
      directDebit: false,
      refunds: false,
      signs: true,
      chargebacks: 'notified',
    },

    methods: async (country, currency) =>
      currencies.has(currency) ? methodsAtGateway('verotel', country, currency) : [],

    async start(order) {
      const token = order.storedCard?.token;
      const back = (order.returnOrigin ?? publicUrl) + order.returnPath;
      const redirectUrl = signedUrl(`${url}/startorder`, signatureKey, {
        ...common,
        type: 'purchase',
        priceAmount: money(order.amountCents, order.currency).amount,
        priceCurrency: order.currency,
        description: printable(order.description).slice(0, 100),
        paymentMethod: nameAtGateway(token ? 'creditcard' : order.method, 'verotel') ?? '',
        referenceID: order.paymentId,
        custom1: String(order.memberId),
        successURL: back,
        declineURL: back,
        email: order.email && order.email.length <= 100 ? order.email : '',
        ...(token ? { oneClickToken: token } : {}),
      });
      return { reference: null, redirectUrl, event: null };
    },

    recognises: (fields) => 'shopID' in fields,

    async verify({ fields }) {
      if (!isSignedPostback(signatureKey, fields))
        throw new ForgedNotification('The signature of this postback is wrong.');
      if (fields['shopID'] !== shopId) throw new ForgedNotification('This postback is of another shop.');
      if (!fields['saleID'] || orderOnly.some((key) => key in fields))
        throw new ForgedNotification('This is one of our orders, not a postback.');
      const event = eventOf(fields);
      return event && { event, asked: false };
    },

    async fetchStatus(intent) {
      const answer = await askStatus(
        signedUrl(`${url}/salestatus`, signatureKey, {
          ...common,
          ...(intent.reference ? { saleID: intent.reference } : { referenceID: intent.paymentId }),
        }),
      );
      return statusOf(intent, shopId, answer);
    },

    async refund() {
      throw new GatewayRefused(
        'FlexPay has no API for refunds: refund the sale in the Control Center, and its postback books it.',
      );
    },

    cancel: async () => false,
  };
}

export const verotelKind: GatewayKind<GatewaySettings['verotel']> = {
  open: (settings, { config }) => createVerotel({ ...settings, publicUrl: config.publicUrl }),
  async check({ url }) {
    const answer = await ask('Verotel', url);
    if (answer.status >= 500) throw badAnswer('Verotel', answer);
    return 'Verotel answers';
  },
  settlementColumns: {
    reference: ['reference', 'id', 'saleid', 'transactionid', 'referenceid'],
    amount: ['amount', 'gross', 'grossamount', 'priceamount'],
    currency: ['currency', 'pricecurrency', 'amountcurrency'],
  },
};

const printable = (text: string) => text.replace(/[^\x20-\x7e\u00a1-\uffff]+/g, ' ');

/**
 * Parameters that only orders have. Orders are signed with the same key and format, and the payer sees the
 * order's URL in the browser: without this check a payer could post that URL as the postback of an unpaid
 * order.
 */
const orderOnly = ['version', 'description', 'successURL', 'declineURL'];

/** Purchase events that change a payment. A sale's own postback has `initial` or no event. */
const outcomes: Record<string, Outcome> = { initial: 'paid', credit: 'refunded', chargeback: 'chargeback' };

function eventOf(fields: Parameters): GatewayEvent | null {
  const outcome = outcomes[fields['event'] ?? 'initial'];
  const paymentId = fields['referenceID'];
  if (!outcome || !paymentId || (fields['type'] ?? 'purchase') !== 'purchase') return null;
  // Credits and chargebacks contain the returned amount. If it is not the whole sale, an operator must handle
  // the case.
  const cents = centsOf((fields['priceAmount'] ?? fields['amount'] ?? '').replace(/^-/, ''));
  return {
    paymentId,
    outcome,
    reference: fields['saleID'] ?? null,
    amountCents: cents ?? -1,
    currency: fields['priceCurrency'] ?? fields['currency'] ?? '',
    memberId: numberIn(fields['custom1']),
    ...cardIn(fields),
  };
}

const numberIn = (text = ''): number | null => (/^\d+$/.test(text) ? Number(text) : null);

function cardIn(fields: Parameters): Pick<GatewayEvent, 'card'> {
  const token = fields['oneClickToken'];
  if (!token) return {};
  return {
    card: {
      token,
      brand: fields['CCBrand'] ?? 'Card',
      last4: (fields['truncatedPAN'] ?? '').slice(-4),
    },
  };
}

async function askStatus(url: string): Promise<Parameters> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' }).catch(
    (error: unknown) => {
      throw new GatewayUnavailable('Verotel is unavailable.', { cause: error });
    },
  );
  if (!answer.ok) throw new GatewayUnavailable(`Verotel answered ${answer.status}.`);
  const lines = (await answer.text()).split(/\r?\n/);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return colon > 0
        ? [
            [
              line.slice(0, colon).trim(),
              line
                .slice(colon + 1)
                .trim()
                .replace(/^["']|["']$/g, ''),
            ],
          ]
        : [];
    }),
  );
}

/**
 * Reads the payment's status from a response. Returns null if the response belongs to another sale, order or
 * shop.
 */
function statusOf(intent: Intent, shopId: string, answer: Parameters): GatewayEvent | null {
  if (answer['response'] !== 'FOUND' || !answer['saleID'] || (answer['shopID'] ?? shopId) !== shopId)
    return null;
  if (intent.reference !== null && answer['saleID'] !== intent.reference) return null;
  const result = answer['saleResult'];
  const event = eventOf({ ...answer, event: 'initial' });
  if (!event || event.paymentId !== intent.paymentId) return null;
  return result === 'APPROVED' ? event : { ...event, outcome: result === 'DECLINED' ? 'failed' : 'pending' };
}
