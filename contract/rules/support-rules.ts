export const SUPPORT_SUBJECT = 120;
export const SUPPORT_TEXT = 5000;

/** `waiting` is for the member, `snoozed` until a time; then the thread counts as open again. */
export const supportStatuses = ['open', 'waiting', 'snoozed', 'closed'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** The lists of the inbox: open threads, those of them that are mine, and the other statuses. */
export const supportBoxes = ['open', 'mine', 'waiting', 'snoozed', 'closed'] as const;
export type SupportBox = (typeof supportBoxes)[number];

export const snoozeHours = [4, 24, 72, 168] as const;

/** Placeholders of templates, written `{{name}}`. A visitor has no name. */
export const supportPlaceholders = ['name', 'site', 'subject'] as const;
export type SupportPlaceholder = (typeof supportPlaceholders)[number];
