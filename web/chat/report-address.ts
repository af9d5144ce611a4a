import type { Message } from '#contract/chat/conversations.ts';

/** Link to report a member. With a message, moderators read the report in its context. */
export const reportAddress = (profile: number, message?: Message) =>
  `/complaints?profile=${profile}${message ? `&message=${message.id}` : ''}`;
