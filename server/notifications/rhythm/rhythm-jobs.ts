/** The job that pushes what a member's quiet hours held back: `{ member }`. */
export const SEND_HELD_PUSHES = 'send-held-pushes';

/** The job that mails a member all collected news of a day or week at once: `{ member }`. */
export const SEND_NEWS_DIGEST = 'send-news-digest';

/** The job that pushes a notice after quiet hours: `{ member, notice }`. */
export const PUSH_LATER = 'push-later';
