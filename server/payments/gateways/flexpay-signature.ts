import { createHash, timingSafeEqual } from 'node:crypto';

/** Signed parameters of a FlexPay v4 order. `email` and `oneClickToken` are not signed. */
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

/** SHA-256 of `secret:key=value:…`, sorted by key, in lower-case hex. */
function digest(secret: string, parameters: [string, string][]): string {
  const sorted = parameters.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update([secret, ...sorted.map(([key, value]) => `${key}=${value}`)].join(':'), 'utf8')
    .digest('hex');
}

const filled = (parameters: Parameters) => Object.entries(parameters).filter(([, value]) => value !== '');

export const signOrder = (secret: string, parameters: Parameters): string =>
  digest(
    secret,
    filled(parameters).filter(([key]) => SIGNED.has(key)),
  );

/**
 * Returns whether `signature` is valid for all other parameters. Rejects the old SHA-1 form, and names that
 * are not words: a name with `=` or `:` could hide one parameter inside another. Our own order URLs pass too,
 * so the caller must distinguish a postback from an order.
 */
export function isSignedPostback(secret: string, parameters: Parameters): boolean {
  const { signature = '', ...signed } = parameters;
  if (!Object.keys(signed).every((name) => /^\w+$/.test(name))) return false;
  const given = Buffer.from(signature.toLowerCase());
  const right = Buffer.from(digest(secret, Object.entries(signed)));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** A FlexPay URL with sorted parameters and the signature last, form-encoded. */
export function signedUrl(base: string, secret: string, parameters: Parameters): string {
  const query = filled(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${base}?${new URLSearchParams([...query, ['signature', signOrder(secret, parameters)]]).toString()}`;
}
