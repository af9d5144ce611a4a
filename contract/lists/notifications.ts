import { keysOf } from '../keys.ts';

export const mailPauseDays = [7, 30, 90] as const;
export type MailPauseDays = (typeof mailPauseDays)[number];

interface NotificationKind {
  offAtFirst?: true;
  /** Items that arrive close together are collected and sent in one mail. */
  collected?: true;
  minutesBetweenMails: number;
  /** Keys of its push texts in `push.json`. Empty if an operator writes the text. */
  pushes: readonly string[];
}

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * Every notification that a member can switch off (docs/product.md 3.4), in the order of the preferences
 * screen. Their mails are in `mail/index.ts`; a collected kind also has an entry in
 * `server/notifications/collected-news.ts`.
 */
export const notificationKinds = {
  new_conversations: { collected: true, minutesBetweenMails: 30, pushes: ['conversation'] },
  new_messages: { collected: true, minutesBetweenMails: HOUR, pushes: ['message', 'missed_call'] },
  like: { collected: true, minutesBetweenMails: 4 * HOUR, pushes: ['like', 'match'] },
  photo_access: { collected: true, minutesBetweenMails: HOUR, pushes: ['photo_request', 'photo_grant'] },
  /** Sent at the time that the member chose, whatever was sent before. */
  check_ins: { minutesBetweenMails: 0, pushes: ['check_in'] },
  unread_message_reminders: { minutesBetweenMails: 3 * DAY, pushes: ['reminder'] },
  promotions: { offAtFirst: true, minutesBetweenMails: 3 * DAY, pushes: [] },
  weekly_updates: { offAtFirst: true, minutesBetweenMails: 6 * DAY, pushes: ['weekly'] },
  saved_searches: { minutesBetweenMails: 20 * HOUR, pushes: ['saved_search'] },
  news: { offAtFirst: true, minutesBetweenMails: DAY, pushes: [] },
  reminders: { minutesBetweenMails: 7 * DAY, pushes: ['profile'] },
} as const satisfies Record<string, NotificationKind>;

type Kinds = typeof notificationKinds;
export type NotificationType = keyof Kinds;
export type CollectedType = {
  [Type in NotificationType]: Kinds[Type] extends { collected: true } ? Type : never;
}[NotificationType];
/** What the one mail of a daily or weekly rhythm is made of, in this order. */
export const digestTypes = [
  'new_conversations',
  'new_messages',
  'like',
  'photo_access',
  'saved_searches',
] as const satisfies readonly (CollectedType | 'saved_searches')[];
export type DigestType = (typeof digestTypes)[number];

/** Push texts that name another member. */
export type PersonPush = Kinds[CollectedType]['pushes'][number];
export type NoticePush = Kinds[Exclude<NotificationType, CollectedType>]['pushes'][number];

export const notificationTypes = keysOf(notificationKinds);
export const isNotificationType = (word: string): word is NotificationType =>
  Object.hasOwn(notificationKinds, word);

export const offAtFirst = notificationTypes.filter((type) => 'offAtFirst' in notificationKinds[type]);
