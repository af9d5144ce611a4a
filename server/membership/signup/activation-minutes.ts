export const ACTIVATION_MINUTES = 7 * 24 * 60;
