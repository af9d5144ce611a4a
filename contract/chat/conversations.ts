import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { photoRequestStates } from '../photos/access-states.ts';
import { profileCard } from '../profiles.ts';
import { muteTimes } from '../rules/chat-rules.ts';
import { prompts, type Quoted } from '../rules/prompts.ts';
import {
  count,
  cursor,
  id,
  instant,
  list,
  nothing,
  nullable,
  object,
  ok,
  oneOf,
  optional,
  text,
  uuid,
} from '../schema.ts';
import { sendBody } from './send-body.ts';
import { chatImage, albumCalls } from './sent-images.ts';
import { sentVoice } from './voice.ts';

/** Error codes of unmet conditions for a message, known before it is written. */
export const contactCodes = [
  'contact_paused',
  'contact_verified',
  'contact_photo',
  'contact_age',
  'contact_country',
  'contact_premium',
  'contact_declined',
  'verification_required',
] as const;

export const messageKinds = ['text', 'image', 'voice', 'gift', 'deleted'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The message that a reply refers to; of kind `deleted` also once it is erased. */
export const quote = object({
  id,
  sender: nullable(id),
  kind: oneOf(messageKinds),
  text: nullable(Type.String({ description: 'The first 160 characters' })),
});

export type Quote = Static<typeof quote>;

/**
 * What of the recipient's profile a message is about: an answer as it was when the message was sent, or a photo. One
 * object, because it serialises faster than a union.
 */
const quoted = Type.Unsafe<Quoted>(
  object({
    kind: oneOf(['prompt', 'photo']),
    id: optional(oneOf(prompts)),
    answer: optional(Type.String()),
    photo: optional(id),
  }),
);

/** A message as its sender or recipient sees it. A deleted message stays in the list with kind `deleted`. */
export const message = object({
  id,
  conversation: id,
  sender: id,
  client_id: optional(uuid),
  kind: oneOf(messageKinds),
  text: nullable(Type.String()),
  image: nullable(chatImage),
  images: optional(Type.Array(chatImage, { description: 'Of an album: all images; `image` is the first' })),
  voice: optional(sentVoice),
  gift: nullable(object({ id: Type.String(), credits: count })),
  about: optional(quoted),
  credits: optional(count),
  created_at: instant,
  edited_at: optional(instant),
  quote: optional(quote),
  reactions: optional(
    object(
      { sender: optional(Type.String()), recipient: optional(Type.String()) },
      { description: 'An emoji of the message’s sender, and one of its recipient' },
    ),
  ),
  revision: optional(
    Type.Integer({
      minimum: 1,
      description: 'Number of changes. Of two versions of a message, the higher counts',
    }),
  ),
  read: optional(
    Type.Boolean({ description: 'Of my messages: the recipient has read it. Only premium members see this' }),
  ),
});

export type Message = Static<typeof message>;

export const conversation = object({ id, last_message_at: instant });

/** How the member has ordered a conversation in their own list. */
const order = {
  pinned: optional(Type.Literal(true)),
  archived: optional(Type.Literal(true)),
  muted: optional(Type.Literal(true)),
};

export const chatSummary = object({
  conversation,
  profile: profileCard,
  num_unread_messages: count,
  marked_unread: optional(
    Type.Literal(true, { description: 'The member has marked it as unread; opening it removes the mark' }),
  ),
  ...order,
  veiled: optional(Type.Boolean({ description: 'A request with a hidden word; its text is left out' })),
  last_message: nullable(
    object({ id, sender: id, kind: oneOf(messageKinds), text: nullable(Type.String()), created_at: instant }),
  ),
});

export type ChatSummary = Static<typeof chatSummary>;

/** Lists beside the one of all conversations, which leaves out requests and archived ones. */
export const chatLists = ['requests', 'archived', 'unread'] as const;
export type ChatList = (typeof chatLists)[number];

export const chats = object({
  chats: list(chatSummary),
  next: nullable(Type.String()),
  requests: optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Requests, at most 100; only on the first page of the conversations',
    }),
  ),
  archived: optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Archived conversations, at most 100; only on the first page of the conversations',
    }),
  ),
});

export const chat = object({
  conversation: nullable(object({ id, last_message_at: nullable(instant), credits_spent: count, ...order })),
  profile: profileCard,
  messages: list(message),
  has_more: Type.Boolean(),
  hidden_older: Type.Boolean({
    description: 'Older messages are hidden to protect privacy',
  }),
  blocked: optional(Type.Boolean({ description: 'You blocked this member' })),
  can_reply: optional(
    Type.Boolean({ description: 'False until the other has confirmed their e-mail address' }),
  ),
  fictional_acknowledged: optional(Type.Boolean()),
  request: optional(
    oneOf(['waiting', 'veiled'], {
      description: 'A request that the member has not accepted, `veiled` because of a hidden word',
    }),
  ),
  contact: optional(
    object({
      code: oneOf(contactCodes, {
        description: 'The condition for a first message that the member does not meet',
      }),
      refused: Type.Boolean({ description: 'A message is refused; otherwise it becomes a request' }),
    }),
  ),
  photos_asked: optional(
    Type.Literal(true, { description: 'The other has asked to see your photos on request' }),
  ),
  photo_request: optional(
    oneOf(photoRequestStates, {
      description: "Whether you have asked to see the other's photos on request; absent if there are none",
    }),
  ),
  returned_credits: optional(
    Type.Integer({
      minimum: 1,
      description: 'Credits returned because nobody answered for the fictional profile in time',
    }),
  ),
  price: optional(
    object({ text: count, image: count, voice: count, gift: count, free_messages_left: count }),
  ),
});

export type Chat = Static<typeof chat>;

/** Search results. `text` is an excerpt; `hits` are the matches in it, in UTF-16 code units. */
export const chatSearch = object({
  people: list(object({ conversation: id, profile: profileCard })),
  messages: list(
    object({
      conversation: id,
      profile: profileCard,
      message: id,
      sender: id,
      created_at: instant,
      text: Type.String(),
      hits: list(object({ start: count, end: count })),
    }),
  ),
  next: nullable(Type.String()),
});

export const reactionBody = object({ conversation: id, message: id, emoji: nullable(text(40, 1)) });

export const arrangeBody = object({
  conversation: id,
  pinned: optional(Type.Boolean()),
  archived: optional(Type.Boolean()),
  unread: optional(Type.Boolean()),
  mute: optional(nullable(oneOf(muteTimes))),
});

export const sent = object({
  message,
  conversation: object({ id }),
  credits: count,
  liked: optional(Type.Literal(true, { description: 'The message has given a new like' })),
});

export type Sent = Static<typeof sent>;

export const conversationCalls = {
  chats: {
    method: 'GET',
    path: '/api/chats.php',
    access: 'member',
    summary:
      'Conversations, newest first, after the pinned ones; or the requests, the archived or the unread ones',
    query: Type.Object({ cursor: optional(cursor), list: optional(oneOf(chatLists)) }),
    status: 200,
    reply: chats,
  },
  chat: {
    method: 'GET',
    path: '/api/chat.php',
    access: 'member',
    summary:
      'A conversation with its newest 50 messages, or those before `before` back to `to`; marks it as read',
    changesState: true,
    query: Type.Object({
      conversation: optional(id),
      profile: optional(id),
      before: optional(id),
      to: optional(id),
    }),
    status: 200,
    reply: chat,
  },
  answerRequest: {
    method: 'POST',
    path: '/api/chat-request.php',
    access: 'member',
    summary: 'Accept or decline a request',
    body: object({ conversation: id, accept: Type.Boolean() }),
    status: 200,
    reply: ok,
  },
  searchChats: {
    // The search text is in the body, which keeps it out of access logs and browser histories.
    method: 'POST',
    path: '/api/chat-search.php',
    access: 'member',
    summary: 'Search my conversations by name and by words in messages',
    // The client searches on every keystroke.
    limits: [{ name: 'chat-search', points: 120, seconds: 60, by: 'member' }],
    body: object({ text: text(100), cursor: optional(cursor) }),
    status: 200,
    reply: chatSearch,
  },
  send: {
    method: 'POST',
    path: '/api/chat.php',
    access: 'member',
    summary: 'Send a message, image, voice message or gift',
    limits: [
      // Flood protection only: people write far less, and credits limit them. Uploads cost far more than
      // texts.
      { name: 'send', points: 120, seconds: 60, by: 'member' },
      { name: 'chat_images', points: 40, seconds: 600, by: 'member', upload: true },
    ],
    accepts: 'multipart',
    body: sendBody,
    status: 201,
    reply: sent,
  },
  ...albumCalls,
  deleteChat: {
    method: 'DELETE',
    path: '/api/chat.php',
    access: 'member',
    summary: 'Remove a conversation from my list',
    body: object({ conversation: id }),
    status: 200,
    reply: ok,
  },
  deleteMessage: {
    method: 'DELETE',
    path: '/api/message.php',
    access: 'member',
    summary: 'Delete a message of mine',
    body: object({ message: id }),
    status: 200,
    reply: ok,
  },
  editMessage: {
    method: 'PUT',
    path: '/api/message.php',
    access: 'member',
    summary: 'Change a text of mine within 15 minutes',
    limits: [{ name: 'edit', points: 30, seconds: 900, by: 'member' }],
    body: object({ conversation: id, message: id, text: text(20_000) }),
    status: 200,
    reply: object({ message }),
  },
  react: {
    method: 'PUT',
    path: '/api/message-reaction.php',
    access: 'member',
    summary: 'React to a message with an emoji, or withdraw the reaction with null',
    limits: [{ name: 'react', points: 60, seconds: 60, by: 'member' }],
    body: reactionBody,
    status: 200,
    reply: object({ message }),
  },
  arrangeChat: {
    method: 'PUT',
    path: '/api/chat.php',
    access: 'member',
    summary: 'Pin, archive, mute a conversation of mine, or mark it as unread',
    limits: [{ name: 'arrange', points: 120, seconds: 60, by: 'member' }],
    body: arrangeBody,
    status: 200,
    reply: ok,
  },
  typing: {
    method: 'POST',
    path: '/api/typing.php',
    access: 'member',
    summary: 'Tell the other member that I am typing',
    body: object({ conversation: id }),
    status: 204,
    reply: nothing,
  },
  events: {
    method: 'GET',
    path: '/api/events.php',
    access: 'member',
    summary:
      'Event stream of the member; first the messages after `since`, the newest one that the client has',
    query: Type.Object({ since: optional(id) }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  fictionalAck: {
    method: 'POST',
    path: '/api/fictional-ack.php',
    access: 'member',
    summary: 'Acknowledge that a profile is fictional',
    body: object({ profile: id }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
