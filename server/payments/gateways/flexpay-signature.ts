import { createHash, timingSafeEqual } from 'node:crypto';

/** Parameters of FlexPay v4 that are signed in an order; `email` and `oneClickToken` are not. */
const SIGNED = new Set([
  'version',
  'shopID',
  'priceAmount',
  'priceCurrency',
  'paymentMethod',
  'description',
  'referenceID',
  'saleID',
  'custom1',
  'custom2',
  'custom3',
  'subscriptionType',
  'period',
  'name',
  'trialAmount',
  'trialPeriod',
  'cancelDiscountPercentage',
  'type',
  'successURL',
  'declineURL',
  'precedingSaleID',
  'upgradeOption',
  'mcc',
  'subCreditorName',
  'subCreditorId',
  'subCreditorCountry',
]);

export type Parameters = Record<string, string>;

/** `secret:key=value:…` with the keys in order, as lower-case hex SHA-256. */
function digest(secret: string, parameters: [string, string][]): string {
  const sorted = parameters.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update([secret, ...sorted.map(([key, value]) => `${key}=${value}`)].join(':'), 'utf8')
    .digest('hex');
}

const filled = (parameters: Parameters) => Object.entries(parameters).filter(([, value]) => value !== '');

/** The signature of an order or a status question: over the signed parameters that are not empty. */
export const signOrder = (secret: string, parameters: Parameters): string =>
  digest(
    secret,
    filled(parameters).filter(([key]) => SIGNED.has(key)),
  );

/**
 * Whether parameters are signed by the key, over all of them but `signature`. The old SHA-1 form is refused, and so are
 * names that are not words: a name with `=` or `:` in it could hide one parameter inside another. An order's own address
 * passes too, so the caller has to tell a postback from an order.
 */
export function isSignedPostback(secret: string, parameters: Parameters): boolean {
  const { signature = '', ...signed } = parameters;
  if (!Object.keys(signed).every((name) => /^\w+$/.test(name))) return false;
  const given = Buffer.from(signature.toLowerCase());
  const right = Buffer.from(digest(secret, Object.entries(signed)));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** An address of FlexPay with its parameters in order and the signature last, encoded as a form. */
export function signedUrl(base: string, secret: string, parameters: Parameters): string {
  const query = filled(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${base}?${new URLSearchParams([...query, ['signature', signOrder(secret, parameters)]]).toString()}`;
}
