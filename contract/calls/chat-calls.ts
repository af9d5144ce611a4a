import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { chat, chatSearch, chats, gift, icebreakers, sendBody, sent } from '../chat.ts';
import { locales } from '../lists/locales.ts';
import { cursor, id, list, nothing, object, ok, oneOf, optional, page, text } from '../schema.ts';

/** Chat: conversations, messages, live events. */
export const chatCalls = {
  chats: {
    method: 'GET',
    path: '/api/chats.php',
    access: 'member',
    summary: 'Conversations, newest first',
    query: page,
    status: 200,
    reply: chats,
  },
  chat: {
    method: 'GET',
    path: '/api/chat.php',
    access: 'member',
    summary: 'A conversation, newest 50 messages or those below `before`, back to the message `to`; marks it read',
    changesState: true,
    query: Type.Object({ conversation: optional(id), profile: optional(id), before: optional(id), to: optional(id) }),
    status: 200,
    reply: chat,
  },
  searchChats: {
    // A body and not a query: what one looks for stays out of logs and histories.
    method: 'POST',
    path: '/api/chat-search.php',
    access: 'member',
    summary: 'Own conversations by name and by words that were said',
    /* Each keystroke may ask. */ limits: [{ name: 'chat-search', points: 120, seconds: 60, by: 'member' }],
    body: object({ text: text(100), cursor: optional(cursor) }),
    status: 200,
    reply: chatSearch,
  },
  send: {
    method: 'POST',
    path: '/api/chat.php',
    access: 'member',
    summary: 'Send a message, image or gift',
    limits: [
      // Against floods only: people write far less, and credits do the rest. Uploads cost much more than texts.
      { name: 'send', points: 120, seconds: 60, by: 'member' },
      { name: 'chat_images', points: 40, seconds: 600, by: 'member', upload: true },
    ],
    accepts: 'multipart',
    body: sendBody,
    status: 201,
    reply: sent,
  },
  deleteChat: {
    method: 'DELETE',
    path: '/api/chat.php',
    access: 'member',
    summary: 'Remove a conversation for oneself',
    body: object({ conversation: id }),
    status: 200,
    reply: ok,
  },
  deleteMessage: {
    method: 'DELETE',
    path: '/api/message.php',
    access: 'member',
    summary: 'Delete an own message',
    body: object({ message: id }),
    status: 200,
    reply: ok,
  },
  typing: {
    method: 'POST',
    path: '/api/typing.php',
    access: 'member',
    summary: 'I am typing',
    body: object({ conversation: id }),
    status: 204,
    reply: nothing,
  },
  events: {
    method: 'GET',
    path: '/api/events.php',
    access: 'member',
    summary: 'Live events',
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  fictionalAck: {
    method: 'POST',
    path: '/api/fictional-ack.php',
    access: 'member',
    summary: 'I understand that this profile is fictional',
    body: object({ profile: id }),
    status: 200,
    reply: ok,
  },
  gifts: {
    method: 'GET',
    path: '/api/gifts.php',
    access: 'public',
    summary: 'The gifts; with `all` also those that can not be given any more',
    query: Type.Object({ all: optional(Type.Boolean()), language: optional(oneOf(locales)) }),
    status: 200,
    reply: object({ gifts: list(gift) }),
  },
  icebreakers: {
    method: 'GET',
    path: '/api/icebreakers.php',
    access: 'member',
    summary: 'Opening lines for a profile',
    query: Type.Object({ profile: id, language: optional(oneOf(locales)) }),
    status: 200,
    reply: icebreakers,
  },
} as const satisfies Record<string, Call>;
