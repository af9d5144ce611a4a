import type { PaymentMethod } from '../enums.ts';

/** Methods that a payer knows as cards: they can be stored and charged again. */
export const cardMethods: ReadonlySet<PaymentMethod> = new Set(['creditcard', 'mastercard', 'visa', 'maestro', 'dankort', 'cartebancaire', 'nexi']);

/** Brands of one and the same form of a gateway: payers choose "card", and the marks say which are taken. */
const internationalCards: readonly PaymentMethod[] = ['creditcard', 'visa', 'mastercard', 'maestro'];

/** The method that stands for another where payers choose: the card for its brands, else the method itself. */
export const choiceOf = (method: PaymentMethod): PaymentMethod => (internationalCards.includes(method) ? 'creditcard' : method);

/** Methods as payers choose among them, in order: the first of the card's brands stands for all of them. */
export function choicesOf(methods: readonly PaymentMethod[]): { method: PaymentMethod; brands: PaymentMethod[] }[] {
  const choices = new Map<PaymentMethod, PaymentMethod[]>();
  for (const method of methods) choices.set(choiceOf(method), [...(choices.get(choiceOf(method)) ?? []), method]);
  return [...choices.values()].map((group) => ({
    method: group.includes('creditcard') ? 'creditcard' : group[0]!,
    brands: group.length > 1 ? group.filter((brand) => brand !== 'creditcard') : [],
  }));
}

/** The reference of a direct debit mandate: the order's number as SEPA takes it, 35 letters and digits at most. */
export const mandateReference = (paymentId: string): string => paymentId.replaceAll('-', '').toUpperCase();
