/** Handles the due step of a member's series: `{ run }`. */
export const SERIES_STEP = 'mail-series-step';
/** Looks for members who left an order open, whose welcome offer ends soon, or who stayed away. */
export const SERIES_ROUND = 'mail-series-round';
/** Notes which members reached the goal of their series. */
export const SERIES_GOALS = 'mail-series-goals';
