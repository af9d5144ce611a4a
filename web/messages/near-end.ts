export const NEAR_END = 24;
