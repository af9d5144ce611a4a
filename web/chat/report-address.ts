import type { Message } from '#contract/chat/conversations.ts';

export const reportAddress = (profile: number, message?: Message) =>
  `/complaints?profile=${profile}${message ? `&message=${message.id}` : ''}`;
