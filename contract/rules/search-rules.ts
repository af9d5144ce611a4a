/** Youngest and oldest that a search can ask for; both ends together are all ages. */
export const YOUNGEST = 18;
export const OLDEST = 99;
