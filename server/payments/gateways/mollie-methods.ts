import type { CountryCode } from '#contract/lists/countries.ts';
import {
  methodsAtGateway,
  nameAtGateway,
  needsMandate,
  type PaymentMethod,
} from '#contract/lists/payment-methods.ts';
import type { MollieApi } from './mollie-api.ts';

const FRESH_MS = 10 * 60_000;
/** Pause after a failure before the next request to Mollie. */
const AGAIN_MS = 5_000;
/** Typical price of a package. Mollie needs an amount because methods have minimum and maximum amounts. */
const USUAL_AMOUNT = '20.00';

interface MethodList {
  _embedded: { methods: { id: string }[] };
}

/**
 * The methods enabled in the operator's Mollie account, for a country and currency, fetched at most every ten
 * minutes. If a request fails, the last result stays; before any result, no method is offered.
 */
export function createMethodList(api: MollieApi) {
  const known = new Map<string, { methods: PaymentMethod[]; until: number }>();
  const idsOf = async (query: Record<string, string>) =>
    (await api.get<MethodList>('/methods', query))._embedded.methods.map(({ id }) => id);

  return async (country: CountryCode, currency: string): Promise<PaymentMethod[]> => {
    const key = `${country} ${currency}`;
    const found = known.get(key);
    if (found && found.until > Date.now()) return found.methods;
    // Mollie does not list direct debit among single payments, because it is collected by a mandate. If one
    // of the two requests fails, the other's result is still used.
    const [single, recurring] = await Promise.all([
      idsOf({ billingCountry: country, 'amount[currency]': currency, 'amount[value]': USUAL_AMOUNT }).catch(
        () => null,
      ),
      currency === 'EUR'
        ? idsOf({ sequenceType: 'recurring' }).catch(() => null)
        : Promise.resolve<string[]>([]),
    ]);
    const methods = methodsAtGateway('mollie', country, currency).filter((method) => {
      const listed = needsMandate(method) ? recurring : single;
      const name = nameAtGateway(method, 'mollie');
      return listed ? listed.some((id) => id === name) : (found?.methods.includes(method) ?? false);
    });
    known.set(key, { methods, until: Date.now() + (single && recurring ? FRESH_MS : AGAIN_MS) });
    return methods;
  };
}
