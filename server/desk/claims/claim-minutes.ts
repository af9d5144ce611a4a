export const CLAIM_MINUTES = 10;
