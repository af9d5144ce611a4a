import { currencies } from '#contract/lists/currencies.ts';
import { centsOf } from '#contract/money.ts';
import type { Money } from '#contract/schema.ts';
import { refuseFields } from '../../platform/http/refusal.ts';

const knownCurrencies: ReadonlySet<string> = new Set(currencies);

/**
 * Amounts as cents by currency. Throws `invalid_fields` for an invalid amount, and for an unknown or repeated
 * currency.
 */
export function centsByCurrency(prices: Money[], field: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { amount, currency } of prices) {
    const cents = centsOf(amount);
    if (
      cents === null ||
      !knownCurrencies.has(currency) ||
      found.has(currency) ||
      (field === 'prices' && cents < 1)
    )
      throw refuseFields({ [field]: 'invalid' });
    found.set(currency, cents);
  }
  return found;
}
