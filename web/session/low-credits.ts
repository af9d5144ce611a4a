/** Warns at this many credits or fewer (docs/product.md 9). */
export const lowCredits = 10;
