export const UNREAD_REMINDER = 'unread-reminder';
export const PROFILE_REMINDER = 'profile-reminder';

/** Hours after which unread messages are reminded of, and days after signup for an incomplete profile. */
export const UNREAD_HOURS = 24;
export const PROFILE_DAYS = 3;

export const HOUR_MS = 3_600_000;
