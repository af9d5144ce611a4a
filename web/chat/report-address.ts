import type { Message } from '#contract/chat.ts';

/** Where a member is reported, with the message it is about: the operators then read it with what was said around it. */
export const reportAddress = (profile: number, message?: Message) => `/complaints?profile=${profile}${message ? `&message=${message.id}` : ''}`;
