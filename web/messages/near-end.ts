/** Distance from the end, in pixels, within which the reader counts as being at the end. */
export const NEAR_END = 24;
