import type { Payment } from '#contract/payments/orders.ts';

/** The page of a payment's package, from which the member can order it in another way. */
export function packagePath({ package: id, return_to }: Payment): string {
  const query = return_to ? `?return_to=${encodeURIComponent(return_to)}` : '';
  return `${id ? `/credits/${id}` : '/credits'}${query}`;
}
