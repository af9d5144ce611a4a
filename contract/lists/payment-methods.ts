import { keysOf } from '../keys.ts';
import type { CountryCode } from './countries.ts';
import type { GatewayName } from './gateways.ts';

interface Method {
  /** A card payment, which can be stored and charged again. Brands with a shared form appear as one choice, "card". */
  card?: 'shared form' | 'own form';
  /** The payer signs a mandate, which takes a form, a confirmed address and a code by SMS. */
  mandate?: true;
  takesDays?: true;
  /** No longer exists. Earlier orders show its name, but nobody is offered it. */
  retired?: true;
  note?: true;
  /**
   * The method's name at each gateway that supports it, and its limits to a currency or to countries. The
   * sandbox supports every method that is not retired.
   */
  gateways: Partial<Record<Exclude<GatewayName, 'sandbox'>, GatewayMethod>>;
  /** A neutral icon as an SVG path in a box of 48 by 32, drawn for this site so that no brand's logo is copied. */
  mark: string;
}

interface GatewayMethod {
  name: string;
  currency?: string;
  countries?: readonly CountryCode[];
}

const frame = 'M12 9h24a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H12a2 2 0 0 1-2-2V11a2 2 0 0 1 2-2';
const circles = 'M20 9a7 7 0 1 0 0 14a7 7 0 1 0 0-14M28 9a7 7 0 1 0 0 14a7 7 0 1 0 0-14';
const phone = 'M20 6h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2M23 23h2';

const mollieCard = { name: 'creditcard' };
const verotelCard = { name: 'CC' };

/**
 * Every payment method. The operator's catalogue and the gateways decide which are offered in a country. A
 * new method is a row here and its name in `credits.json` of every language.
 */
export const paymentMethodTable = {
  sdd: {
    mandate: true,
    takesDays: true,
    note: true,
    gateways: {
      mollie: { name: 'directdebit' },
      verotel: {
        name: 'DDEU',
        currency: 'EUR',
        countries: ['DE', 'AT', 'CH', 'BE', 'IT', 'NL', 'ES', 'FR'],
      },
    },
    mark: 'M12 14l12-6 12 6zM15 17v6M21 17v6M27 17v6M33 17v6M12 25h24',
  },
  prezelewy24: {
    gateways: { mollie: { name: 'przelewy24' } },
    mark: 'M11 21h12M18 16l5 5-5 5M37 11H25M30 6l-5 5 5 5',
  },
  blik: {
    gateways: { mollie: { name: 'blik' } },
    mark: 'M14 8v16M14 16h4a4 4 0 0 1 0 8h-4M26 24V13M31 24v-6M36 24V9M26 9v.01',
  },
  sct: {
    takesDays: true,
    note: true,
    gateways: { mollie: { name: 'banktransfer' } },
    mark: 'M11 12h22M28 7l5 5-5 5M37 20H15M20 15l-5 5 5 5',
  },
  giropay: {
    retired: true,
    gateways: {},
    mark: 'M12 16a6 6 0 1 0 6-6M12 16h6M26 22V10l10 6z',
  },
  mastercard: {
    card: 'shared form',
    gateways: { mollie: mollieCard, verotel: verotelCard },
    mark: circles,
  },
  visa: {
    card: 'shared form',
    gateways: { mollie: mollieCard, verotel: verotelCard },
    mark: `${frame}M19 13l5 7 5-7`,
  },
  creditcard: {
    card: 'shared form',
    gateways: { mollie: mollieCard, verotel: verotelCard },
    mark: `${frame}M10 14h28M14 20h6`,
  },
  dankort: {
    card: 'own form',
    gateways: { verotel: verotelCard },
    mark: `${frame}M21 13v7h2.5a3.5 3.5 0 0 0 0-7z`,
  },
  mobilepay: { gateways: { mollie: { name: 'mobilepay' } }, mark: `${phone}M21 14l2 3 4-5` },
  swish: {
    gateways: { mollie: { name: 'swish' } },
    mark: 'M31 10a8 8 0 0 0-14 4M17 22a8 8 0 0 0 14-4M31 6v4h-4M17 26v-4h4',
  },
  twint: { gateways: { mollie: { name: 'twint' } }, mark: 'M24 7l9 16H15zM24 14v5' },
  satispay: {
    gateways: { mollie: { name: 'satispay' } },
    mark: 'M15 10l6 6-6 6M23 10l6 6-6 6M31 10l4 6-4 6',
  },
  vipps: { gateways: { mollie: { name: 'vipps' } }, mark: 'M13 13c3 8 14 10 22-1M17 8v.01M30 8v.01' },
  cartebancaire: {
    card: 'own form',
    gateways: { mollie: mollieCard, verotel: verotelCard },
    mark: `${frame}M21 14a3 3 0 1 0 0 5M27 13v7h3a2 2 0 0 0 0-3.5a1.8 1.8 0 0 0 0-3.5z`,
  },
  nexi: { card: 'own form', gateways: {}, mark: 'M13 22V10l8 12V10M27 22l8-12M27 10l8 12' },
  ideal: {
    gateways: {
      mollie: { name: 'ideal' },
      verotel: { name: 'IDEAL', currency: 'EUR', countries: ['NL'] },
    },
    mark: 'M16 8h9a8 8 0 0 1 0 16h-9zM21 16v4M21 12v.01',
  },
  bancontact: {
    gateways: { mollie: { name: 'bancontact' } },
    mark: 'M10 21h12l6-8h10M10 13h9l4-4h15M25 23h13',
  },
  applepay: {
    gateways: { mollie: { name: 'applepay' } },
    mark: `${phone}M33 12a6 6 0 0 1 0 8M36 9a10 10 0 0 1 0 14`,
  },
  paysafecard: {
    note: true,
    gateways: { mollie: { name: 'paysafecard' } },
    mark: 'M17 15v-3a7 7 0 0 1 14 0v3M14 15h20v10H14zM24 19v2',
  },
  maestro: {
    card: 'shared form',
    gateways: { mollie: mollieCard, verotel: verotelCard },
    mark: `${circles}M24 12v8`,
  },
  paypal: {
    gateways: { mollie: { name: 'paypal' } },
    mark: 'M18 24l3-16h7a5 5 0 0 1 0 10h-5M15 26l1-5M23 25l1.2-7',
  },
  sofort: { retired: true, gateways: {}, mark: 'M26 6l-9 11h7l-2 9 9-12h-7z' },
  wero: {
    gateways: { mollie: { name: 'wero', currency: 'EUR' } },
    mark: 'M12 11l4 10 4-8 4 8 4-10M31 13h6M31 19h6',
  },
  googlepay: {
    gateways: { mollie: { name: 'googlepay' } },
    mark: `${phone}M15 12a6 6 0 0 0 0 8M12 9a10 10 0 0 0 0 14`,
  },
  trustly: {
    gateways: { mollie: { name: 'trustly' } },
    mark: 'M12 16l7 7 17-15M12 9h10',
  },
  bizum: {
    gateways: { mollie: { name: 'bizum', currency: 'EUR', countries: ['ES'] } },
    mark: 'M17 10l4 4M31 22l-4-4M31 10l-4 4M17 22l4-4M24 13a3 3 0 1 0 0 6a3 3 0 1 0 0-6',
  },
  bitcoin: {
    note: true,
    gateways: { btcpay: { name: 'BTC' } },
    mark: 'M19 8v16M19 9h6a3.5 3.5 0 0 1 0 7h-6M25 16h1a3.5 3.5 0 0 1 0 7h-7M22 6v3M22 23v3',
  },
  eps: {
    gateways: { mollie: { name: 'eps' } },
    mark: 'M17 12h-5v8h5M12 16h4M21 23v-11h3a2.5 2.5 0 0 1 0 5h-3M36 12h-3a2 2 0 0 0 0 4h1a2 2 0 0 1 0 4h-4',
  },
} as const satisfies Record<string, Method>;

type Table = typeof paymentMethodTable;
export type PaymentMethod = keyof Table;
type NotedMethod = { [M in PaymentMethod]: Table[M] extends { note: true } ? M : never }[PaymentMethod];

export const paymentMethods = keysOf(paymentMethodTable);

const methodOf = (method: PaymentMethod): Method => paymentMethodTable[method];

export const currentMethods = paymentMethods.filter((method) => !methodOf(method).retired);

export const isCard = (method: PaymentMethod): boolean => methodOf(method).card !== undefined;

export const needsMandate = (method: PaymentMethod): boolean => methodOf(method).mandate === true;

export const slowMethods = paymentMethods.filter((method) => methodOf(method).takesDays);

export const hasNote = (method: PaymentMethod): method is NotedMethod => methodOf(method).note === true;

type NamingGateway = keyof Method['gateways'];

export const nameAtGateway = (method: PaymentMethod, gateway: NamingGateway): string | undefined =>
  methodOf(method).gateways[gateway]?.name;

export const methodsAtGateway = (
  gateway: NamingGateway,
  country: CountryCode,
  currency: string,
): PaymentMethod[] =>
  paymentMethods.filter((method) => {
    const row = methodOf(method).gateways[gateway];
    return row && (row.currency ?? currency) === currency && (row.countries?.includes(country) ?? true);
  });

/** The choice that includes a method: "card" for brands with a shared form, or else the method itself. */
export const choiceOf = (method: PaymentMethod): PaymentMethod =>
  methodOf(method).card === 'shared form' ? 'creditcard' : method;

/** The choices shown to payers, in order. Card brands form one choice at the position of the first brand. */
export function choicesOf(
  methods: readonly PaymentMethod[],
): { method: PaymentMethod; brands: PaymentMethod[] }[] {
  const choices = new Map<PaymentMethod, [PaymentMethod, ...PaymentMethod[]]>();
  for (const method of methods) {
    const group = choices.get(choiceOf(method));
    choices.set(choiceOf(method), group ? [...group, method] : [method]);
  }
  return [...choices.values()].map(([first, ...more]) => {
    const group = [first, ...more];
    return {
      method: group.includes('creditcard') ? 'creditcard' : first,
      brands: more.length > 0 ? group.filter((brand) => brand !== 'creditcard') : [],
    };
  });
}

/**
 * Reference of a direct debit mandate, derived from the order number. SEPA allows at most 35 letters and
 * digits.
 */
export const mandateReference = (paymentId: string): string => paymentId.replaceAll('-', '').toUpperCase();
