/** Dates that a member can share at the same time. */
export const MOST_SHARED_DATES = 5;
export const DATE_WHO_LENGTH = 60;
export const DATE_PLACE_LENGTH = 200;
export const DATE_NOTE_LENGTH = 1000;
/** A date can be shared until this many hours after it began, and this many days before. */
export const DATE_HOURS_BACK = 12;
export const DATE_DAYS_AHEAD = 60;
/** Hours after the beginning at which a member can be asked to check in. */
export const checkInHours = [1, 2, 3, 4, 6, 8, 12, 24] as const;
