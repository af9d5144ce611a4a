import { sql } from 'kysely';
import type { MessageKind, Quote } from '#contract/chat/conversations.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Quoted } from '#contract/rules/prompts.ts';
import type { Db } from '../platform/database/index.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { noteUnread } from './notification/message-notification.ts';

/**
 * A message to store, to one of the sender's conversations or to a profile, with a text, a gift, a voice message, or an image and
 * the text below it.
 * The database function `store_messages` reads it by these names. Strings must be well-formed, because one
 * that PostgreSQL refuses would refuse the whole batch.
 */
export interface OutgoingMessage {
  sender: number;
  conversation: number | null;
  profile: number | null;
  clientId: string;
  kind: 'text' | 'image' | 'voice' | 'gift';
  text: string | null;
  gift: string | null;
  /** The row of `chat_images` of an image or a voice message. */
  image: number | null;
  /** The sender sends the image although it looks intimate. */
  intimateConfirmed: boolean;
  replyTo: number | null;
  /** The prompt of the recipient's profile whose answer the message is about. */
  prompt: string | null;
  /** The photo of the recipient that the message is about. */
  photo: number | null;
  /** A message about a prompt or a photo also gives a like, unless the rules for likes refuse it. */
  likes: boolean;
  price: number;
  freeMessages: number;
  freeConversations: number;
  /** The countries whose members need an age check first, separated by commas. */
  ageCountries: string;
  /** The site's setting: who must be verified before writing to somebody new. */
  verificationRule: string;
}

/**
 * The outcome. Without `code` the message is stored, now or (`repeated`) by an earlier send with the same
 * `client_id`.
 */
export interface StoredMessage {
  code: Extract<
    ErrorCode,
    | 'not_found'
    | 'account_held'
    | 'age_check_required'
    | 'verification_required'
    | 'blocked_by'
    | 'blocked'
    | 'recipient_unconfirmed'
    | `contact_${string}`
    | 'answer_gone'
    | 'photo_gone'
    | 'intimate_refused'
    | 'intimate_unconfirmed'
    | 'conversation_limit'
    | 'fictional_ack_required'
    | 'spending_paused'
    | 'spending_cap'
    | 'not_enough_credits'
  > | null;
  recipient: number;
  recipient_name: string;
  repeated: boolean;
  conversation: number;
  message: number;
  kind: MessageKind;
  body: string | null;
  gift: string | null;
  image: number | null;
  price: number;
  created_at: Date;
  credits: number;
  paid_user: boolean;
  free_messages_used: number;
  unread: number | null;
  recipient_paid: boolean;
  recipient_fictional: boolean;
  /** The message is one of the recipient's requests, so no notification is sent. */
  request: boolean;
  quote: Quote | null;
  about: Quoted | null;
  /** The new like that the message gave, `silent` if its recipient does not see it as news. */
  liked: 'silent' | 'like' | 'match' | null;
}

const store = prepared<{ batch: string }, StoredMessage>(
  (value) => sql`
    with sent as (select * from store_messages(${value('batch')}::json)), noted as (${noteUnread('sent')})
    select * from sent order by n`,
);

/**
 * Stores a batch in one round trip and one transaction (db/functions/030_send_messages.sql), with at most one
 * message per sender. The same query notes that a recipient is notified of the first unread message.
 * Returns results in the order of the batch.
 */
export const storeMessages = (db: Db, batch: OutgoingMessage[]): Promise<StoredMessage[]> =>
  store(db, { batch: JSON.stringify(batch) });
