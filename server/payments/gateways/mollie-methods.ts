import type { CountryCode } from '#contract/lists/countries.ts';
import type { PaymentMethod } from '#contract/enums.ts';
import type { MollieApi } from './mollie-api.ts';

/** Our methods as Mollie calls them. */
export const mollieMethods: Partial<Record<PaymentMethod, string>> = {
  ideal: 'ideal',
  bancontact: 'bancontact',
  creditcard: 'creditcard',
  visa: 'creditcard',
  mastercard: 'creditcard',
  maestro: 'creditcard',
  cartebancaire: 'creditcard',
  paypal: 'paypal',
  sct: 'banktransfer',
  sdd: 'directdebit',
  prezelewy24: 'przelewy24',
  blik: 'blik',
  twint: 'twint',
  satispay: 'satispay',
  swish: 'swish',
  mobilepay: 'mobilepay',
  vipps: 'vipps',
  eps: 'eps',
  paysafecard: 'paysafecard',
  applepay: 'applepay',
  giropay: 'giropay',
  sofort: 'sofort',
};

const FRESH_MS = 10 * 60_000;
/** Until Mollie is asked again what it has not answered. */
const AGAIN_MS = 5_000;
/** What a package costs about: methods have least and most amounts. */
const USUAL_AMOUNT = '20.00';

interface MethodList {
  _embedded: { methods: { id: string }[] };
}

/**
 * The methods that the operator's own account has switched on, for a country and currency, asked at most every ten
 * minutes. What it does not answer stays as it was last; before any answer, nothing is offered.
 */
export function createMethodList(api: MollieApi) {
  const known = new Map<string, { methods: PaymentMethod[]; until: number }>();
  const idsOf = async (query: Record<string, string>) => (await api.get<MethodList>('/methods', query))._embedded.methods.map(({ id }) => id);

  return async (country: CountryCode, currency: string): Promise<PaymentMethod[]> => {
    const key = `${country} ${currency}`;
    const found = known.get(key);
    if (found && found.until > Date.now()) return found.methods;
    // A direct debit is collected by a mandate, so it is not listed among single payments. Two questions, and what one
    // of them answers holds though the other is refused.
    const [single, recurring] = await Promise.all([
      idsOf({ billingCountry: country, 'amount[currency]': currency, 'amount[value]': USUAL_AMOUNT }).catch(() => null),
      currency === 'EUR' ? idsOf({ sequenceType: 'recurring' }).catch(() => null) : Promise.resolve<string[]>([]),
    ]);
    const wasListed = (method: PaymentMethod) => found?.methods.includes(method) ?? false;
    const methods = (Object.keys(mollieMethods) as PaymentMethod[]).filter((method) =>
      method === 'sdd' ? (recurring?.includes(mollieMethods[method]!) ?? wasListed(method)) : (single?.includes(mollieMethods[method]!) ?? wasListed(method)),
    );
    known.set(key, { methods, until: Date.now() + (single && recurring ? FRESH_MS : AGAIN_MS) });
    return methods;
  };
}
