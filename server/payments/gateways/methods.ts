import type { PaymentMethod } from '#contract/enums.ts';

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
