/** Balance at or below which the member is warned (docs/product.md 9.2). */
export const lowCredits = 10;
