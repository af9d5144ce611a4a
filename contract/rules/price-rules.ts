/** What credits cost: the arithmetic of the server, which charges, and of the screens, which announce it. Pure, in whole cents. */

/** A discount as far as prices go. */
export interface PriceReduction {
  percentage: number;
  /** An order has to cost this much without the discount. */
  minimumCents: number;
}

/** What a package costs. */
export interface PackagePrice {
  cents: number;
  perMessageCents: number;
  /** Without the discount; null when there is none. */
  oldCents: number | null;
  percentage: number;
  /** The discount does not reach its minimum order here. */
  belowMinimum: boolean;
}

/** A price after a discount, rounded to the cent. */
export const discountedCents = (cents: number, percentage: number): number => Math.round((cents * (100 - percentage)) / 100);

/** What one message costs of a package, when a message costs `messageCredits`. */
export const perMessageCents = (cents: number, credits: number, messageCredits: number): number =>
  Math.round(cents / Math.max(1, Math.floor(credits / Math.max(1, messageCredits))));

/** The price of a package with a discount or none. */
export function packagePrice(one: { cents: number; credits: number }, discount: PriceReduction | null, messageCredits: number): PackagePrice {
  const belowMinimum = discount !== null && one.cents < discount.minimumCents;
  const applies = discount !== null && !belowMinimum;
  const cents = applies ? discountedCents(one.cents, discount.percentage) : one.cents;
  return {
    cents,
    perMessageCents: perMessageCents(cents, one.credits, messageCredits),
    oldCents: applies ? one.cents : null,
    percentage: applies ? discount.percentage : 0,
    belowMinimum,
  };
}
