/** Limits of a voice introduction (docs/product.md 6.24). The bytes allow its length at 256 kbit/s. */
export const INTRO_SECONDS = 30;
export const INTRO_BYTES = 1024 * 1024;
