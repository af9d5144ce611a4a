import type { Money } from './schema.ts';

export const money = (cents: number, currency: string): Money => ({
  amount: (cents / 100).toFixed(2),
  currency,
});

/**
 * Parses an amount such as `12.50` into cents. Returns null for other forms, such as `12.5`, `1e3` or
 * `-1.00`.
 */
export function centsOf(amount: string): number | null {
  const match = /^(\d{1,9})\.(\d{2})$/.exec(amount);
  return match ? Number(match[1]) * 100 + Number(match[2]) : null;
}

/** The cents of an API amount, which may be negative. */
export const centsIn = ({ amount }: Money): number => Math.round(Number(amount) * 100);
