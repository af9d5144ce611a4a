import type { CountryCode } from '#contract/lists/countries.ts';
import type { PaymentMethod } from '#contract/enums.ts';
import { centsOf, money } from '#contract/money.ts';
import { cardMethods } from '#contract/lists/payment-methods.ts';
import { ForgedNotification, GatewayRefused, GatewayUnavailable, type GatewayEvent, type Intent, type Outcome, type PaymentGateway } from './gateway.ts';
import { isSignedPostback, signedUrl, type Parameters } from './flexpay-signature.ts';

interface Settings {
  shopId: string;
  signatureKey: string;
  /** `https://secure.verotel.com`, or the host of another brand. */
  url: string;
  /** Where payers come back to. */
  publicUrl: string;
}

const VERSION = '4';
const ANSWER_MS = 8_000;
/** Sale currencies of FlexPay. */
const currencies = new Set(['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'DKK', 'NOK', 'SEK']);
/** Countries of Verotel's European direct debit, in euro only. */
const debitCountries = new Set<CountryCode>(['DE', 'AT', 'CH', 'BE', 'IT', 'NL', 'ES', 'FR']);

/**
 * Verotel FlexPay v4: a processor of adult merchants. The order page takes the payment, a signed postback
 * tells its end, a stored card is a token that the order page charges. It has no interface to refund or cancel.
 */
export function createVerotel({ shopId, signatureKey, url, publicUrl }: Settings): PaymentGateway {
  const common = { version: VERSION, shopID: shopId };
  return {
    name: 'verotel',
    acknowledgement: 'OK',
    capabilities: { storedCards: true, directDebit: false, refunds: false, signs: true },

    async methods(country, currency) {
      if (!currencies.has(currency)) return [];
      const methods: PaymentMethod[] = ['creditcard', 'visa', 'mastercard', 'maestro', 'cartebancaire', 'dankort'];
      if (currency === 'EUR' && country === 'NL') methods.push('ideal');
      if (currency === 'EUR' && debitCountries.has(country)) methods.push('sdd');
      return methods;
    },

    async start(order) {
      const token = order.storedCard?.token;
      const back = (order.returnOrigin ?? publicUrl) + order.returnPath;
      const redirectUrl = signedUrl(`${url}/startorder`, signatureKey, {
        ...common,
        type: 'purchase',
        priceAmount: money(order.amountCents, order.currency).amount,
        priceCurrency: order.currency,
        description: printable(order.description).slice(0, 100),
        paymentMethod: token ? 'CC' : methodOf(order.method),
        referenceID: order.paymentId,
        custom1: String(order.memberId),
        successURL: back,
        declineURL: back,
        email: order.email && order.email.length <= 100 ? order.email : '',
        ...(token ? { oneClickToken: token } : {}),
      });
      return { reference: null, redirectUrl, event: null };
    },

    async verify({ fields }) {
      if (!isSignedPostback(signatureKey, fields)) throw new ForgedNotification('The signature of this postback is not right.');
      if (fields['shopID'] !== shopId) throw new ForgedNotification('This postback is of another shop.');
      if (!fields['saleID'] || orderOnly.some((key) => key in fields)) throw new ForgedNotification('This is an order of ours and no postback.');
      const event = eventOf(fields);
      return event && { event, asked: false };
    },

    async fetchStatus(intent) {
      const answer = await ask(
        signedUrl(`${url}/salestatus`, signatureKey, { ...common, ...(intent.reference ? { saleID: intent.reference } : { referenceID: intent.paymentId }) }),
      );
      return statusOf(intent, shopId, answer);
    },

    async refund() {
      throw new GatewayRefused('FlexPay has no refunds by program: refund the sale in the Control Center; its postback books it.');
    },

    cancel: async () => false,
  };
}

const printable = (text: string) => text.replace(/[^\x20-\x7e\u00a1-\uffff]+/g, ' ');

function methodOf(method: PaymentMethod): string {
  if (cardMethods.has(method)) return 'CC';
  return method === 'ideal' ? 'IDEAL' : method === 'sdd' ? 'DDEU' : '';
}

/**
 * What only orders carry. Orders are signed by the same key in the same form, and the payer reads the order's address in
 * the browser: without this it would pass for the postback of its own payment.
 */
const orderOnly = ['version', 'description', 'successURL', 'declineURL'];

/** Events of a purchase that mean something to us; a sale's own postback names `initial` or none. */
const outcomes: Record<string, Outcome> = { initial: 'paid', credit: 'refunded', chargeback: 'chargeback' };

function eventOf(fields: Parameters): GatewayEvent | null {
  const outcome = outcomes[fields['event'] ?? 'initial'];
  const paymentId = fields['referenceID'];
  if (!outcome || !paymentId || (fields['type'] ?? 'purchase') !== 'purchase') return null;
  // Credits and chargebacks name what was given back, which is the whole sale or a matter for a person.
  const cents = centsOf((fields['priceAmount'] ?? fields['amount'] ?? '').replace(/^-/, ''));
  return {
    paymentId,
    outcome,
    reference: fields['saleID'] ?? null,
    amountCents: cents ?? -1,
    currency: fields['priceCurrency'] ?? fields['currency'] ?? '',
    memberId: /^\d+$/.test(fields['custom1'] ?? '') ? Number(fields['custom1']) : null,
    ...(fields['oneClickToken']
      ? { card: { token: fields['oneClickToken'], brand: fields['CCBrand'] ?? 'Card', last4: (fields['truncatedPAN'] ?? '').slice(-4) } }
      : {}),
  };
}

/** The answer of `/salestatus`: `key: value` lines. */
async function ask(url: string): Promise<Parameters> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' }).catch((error: unknown) => {
    throw new GatewayUnavailable('Verotel does not answer.', { cause: error });
  });
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

/** What an answer says of the payment that was asked about; null when it names another sale, order or shop. */
function statusOf(intent: Intent, shopId: string, answer: Parameters): GatewayEvent | null {
  if (answer['response'] !== 'FOUND' || !answer['saleID'] || (answer['shopID'] ?? shopId) !== shopId) return null;
  if (intent.reference !== null && answer['saleID'] !== intent.reference) return null;
  const result = answer['saleResult'];
  const event = eventOf({ ...answer, event: 'initial' });
  if (!event || event.paymentId !== intent.paymentId) return null;
  return result === 'APPROVED' ? event : { ...event, outcome: result === 'DECLINED' ? 'failed' : 'pending' };
}
