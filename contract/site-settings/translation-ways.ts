/**
 * How members read messages in other languages: not at all, by their browser alone, or by the site's service too
 * (docs/product.md 10.25).
 */
export const translationWays = ['off', 'browser', 'service'] as const;
