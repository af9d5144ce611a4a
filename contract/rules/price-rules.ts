/** The discount of an order. Server and screens share these calculations, which use whole cents. */

export interface PriceReduction {
  percentage: number;
  minimumCents: number;
}

export interface PackagePrice {
  cents: number;
  perMessageCents: number;
  oldCents: number | null;
  percentage: number;
  belowMinimum: boolean;
}

export const discountedCents = (cents: number, percentage: number): number =>
  Math.round((cents * (100 - percentage)) / 100);

/** Price per message with the credits of this package. A message costs `messageCredits`. */
export const perMessageCents = (cents: number, credits: number, messageCredits: number): number =>
  Math.round(cents / Math.max(1, Math.floor(credits / Math.max(1, messageCredits))));

export function packagePrice(
  one: { cents: number; credits: number },
  discount: PriceReduction | null,
  messageCredits: number,
): PackagePrice {
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
