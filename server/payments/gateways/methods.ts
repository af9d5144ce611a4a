import type { CountryCode } from '#contract/countries.ts';
import type { PaymentMethod } from '#contract/enums.ts';

const everywhere: PaymentMethod[] = ['creditcard', 'paypal', 'applepay', 'visa', 'mastercard'];
const sepa: PaymentMethod[] = ['sct', 'sdd'];

/**
 * The methods that payers of a country know, best known first. The first is always one that redirects,
 * never `sdd`. Which of them are really offered is the gateways' answer.
 */
export const methodsByCountry: Record<CountryCode, PaymentMethod[]> = {
  NL: ['ideal', ...everywhere, 'bancontact', 'maestro', 'paysafecard', ...sepa],
  BE: ['bancontact', ...everywhere, 'maestro', 'paysafecard', ...sepa],
  DE: ['paypal', 'creditcard', 'applepay', 'visa', 'mastercard', 'giropay', 'sofort', 'paysafecard', ...sepa],
  AT: ['eps', ...everywhere, 'sofort', 'maestro', 'paysafecard', ...sepa],
  FR: ['cartebancaire', ...everywhere, 'paysafecard', ...sepa],
  IT: [...everywhere, 'satispay', 'nexi', 'paysafecard', ...sepa],
  ES: [...everywhere, 'paysafecard', ...sepa],
  IE: [...everywhere, 'paysafecard', ...sepa],
  FI: ['mobilepay', ...everywhere, 'paysafecard', ...sepa],
  PL: ['blik', 'prezelewy24', ...everywhere, 'paysafecard'],
  CH: ['twint', ...everywhere, 'maestro', 'paysafecard'],
  DK: ['mobilepay', 'dankort', ...everywhere, 'paysafecard'],
  NO: ['vipps', ...everywhere, 'paysafecard'],
  SE: ['swish', ...everywhere, 'paysafecard'],
  GB: [...everywhere, 'paysafecard'],
  US: everywhere,
  CA: everywhere,
  AU: everywhere,
  NZ: everywhere,
};

/**
 * Costs that the payer bears, in cents of the currency. Only methods for which the law of the EU allows it: consumer
 * cards and SEPA payments may carry none (directive 2015/2366, article 62).
 */
export function transactionCostsCents(method: PaymentMethod, currency: string): number {
  if (method === 'paypal') return paypalCents[currency] ?? 0;
  if (method === 'paysafecard') return 2 * (paypalCents[currency] ?? 0);
  return 0;
}

const paypalCents: Record<string, number> = {
  EUR: 35,
  USD: 40,
  GBP: 30,
  CHF: 35,
  CAD: 50,
  AUD: 60,
  NZD: 60,
  PLN: 150,
  DKK: 250,
  NOK: 400,
  SEK: 400,
};

/** Methods as their owners write them, for receipts and descriptions. */
export const methodNames: Record<PaymentMethod, string> = {
  sdd: 'SEPA direct debit',
  prezelewy24: 'Przelewy24',
  blik: 'BLIK',
  sct: 'SEPA bank transfer',
  giropay: 'giropay',
  mastercard: 'Mastercard',
  visa: 'Visa',
  creditcard: 'Credit card',
  dankort: 'Dankort',
  mobilepay: 'MobilePay',
  swish: 'Swish',
  twint: 'TWINT',
  satispay: 'Satispay',
  vipps: 'Vipps',
  cartebancaire: 'Carte Bancaire',
  nexi: 'Nexi',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  applepay: 'Apple Pay',
  paysafecard: 'paysafecard',
  maestro: 'Maestro',
  paypal: 'PayPal',
  sofort: 'Sofort',
  eps: 'eps',
};
