import { Type, type Static } from 'typebox';
import { messageKinds } from './enums.ts';
import { profileCard } from './profiles.ts';
import { count, id, instant, list, nullable, object, oneOf, optional, text, uuid } from './schema.ts';

export const chatImage = object({
  filename: nullable(Type.String()),
  thumb_filename: nullable(Type.String()),
  status: oneOf(['inspecting', 'active', 'refused']),
  width: count,
  height: count,
});

/** A message as its sender or recipient sees it. `kind` is `deleted` for a tombstone. */
export const message = object({
  id,
  conversation: id,
  sender: id,
  client_id: optional(uuid),
  kind: oneOf(messageKinds),
  text: nullable(Type.String()),
  image: nullable(chatImage),
  gift: nullable(object({ id: Type.String(), credits: count })),
  credits: optional(count),
  created_at: instant,
  read: optional(Type.Boolean({ description: "Own messages: the other has read it (premium members see others' marks)" })),
});
export type Message = Static<typeof message>;

export const conversation = object({ id, last_message_at: instant });

/** One row of the conversation list (docs/product.md 3, chat store). */
export const chatSummary = object({
  conversation,
  profile: profileCard,
  num_unread_messages: count,
  last_message: nullable(object({ id, sender: id, kind: oneOf(messageKinds), text: nullable(Type.String()), created_at: instant })),
});
export type ChatSummary = Static<typeof chatSummary>;

export const chats = object({ chats: list(chatSummary), next: nullable(Type.String()) });

/** GET /api/chat.php. `conversation` is null while nobody has written. */
export const chat = object({
  conversation: nullable(object({ id, last_message_at: nullable(instant), credits_spent: count })),
  profile: profileCard,
  messages: list(message),
  has_more: Type.Boolean(),
  hidden_older: Type.Boolean({ description: 'Older messages are hidden to protect privacy (docs/product.md 8)' }),
  blocked: optional(Type.Boolean({ description: 'You blocked this member' })),
  can_reply: optional(Type.Boolean({ description: 'False while the other has not confirmed the e-mail address' })),
  fictional_acknowledged: optional(Type.Boolean()),
  returned_credits: optional(Type.Integer({ minimum: 1, description: 'Nobody answered for the fictional profile in time: these credits came back' })),
  price: optional(object({ text: count, image: count, gift: count, free_messages_left: count })),
});
export type Chat = Static<typeof chat>;

/** POST /api/chat-search.php. `hits` are the found parts of `text`, an excerpt, in UTF-16 units. */
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

/** POST /api/chat.php: one of text, image (multipart) or gift, to a conversation or a profile. */
export const sendBody = object({
  conversation: optional(id),
  profile: optional(id),
  client_id: uuid,
  text: optional(text(20_000)),
  gift: optional(text(40)),
});
export type SendBody = Static<typeof sendBody>;

export const sent = object({ message, conversation: object({ id }), credits: count });
export type Sent = Static<typeof sent>;

export const gift = object({
  id: Type.String(),
  credits: count,
  /** Of a gift that operators made; the others are drawn and named by id. */
  name: optional(Type.String()),
  picture: optional(Type.String()),
  /** It was sent once and can not be given any more. */
  retired: optional(Type.Boolean()),
});
export const icebreakers = object({ icebreakers: list(object({ id: Type.String(), text: Type.String() })), credits: count });
