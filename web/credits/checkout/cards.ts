import type { PaymentMethod } from '#contract/enums.ts';

/** Methods that are cards: they can be kept for a next order. */
export const cards: ReadonlySet<PaymentMethod | 'stored'> = new Set<PaymentMethod>([
  'creditcard',
  'visa',
  'mastercard',
  'maestro',
  'dankort',
  'cartebancaire',
  'nexi',
]);
