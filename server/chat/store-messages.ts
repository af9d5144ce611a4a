import { sql } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Db } from '../platform/database/index.ts';
import { prepared } from '../platform/database/prepared.ts';
import { queuedNotification } from './message-notification.ts';

/** A message on its way: to a conversation of the sender's or to a profile; one of text, gift and image. */
export interface OutgoingMessage {
  sender: number;
  conversation: number | null;
  profile: number | null;
  clientId: string;
  kind: 'text' | 'image' | 'gift';
  text: string | null;
  gift: string | null;
  image: number | null;
  /** Credits of the kind, before free messages. */
  price: number;
  /** The site's free messages and free conversations. */
  freeMessages: number;
  freeConversations: number;
}

/** What became of it. Without `code` it is stored, now or (`repeated`) by an earlier send of the same `client_id`. */
export interface StoredMessage {
  code: Extract<
    ErrorCode,
    | 'not_found'
    | 'blocked_by'
    | 'blocked'
    | 'recipient_unconfirmed'
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
  kind: 'text' | 'image' | 'gift' | 'deleted';
  body: string | null;
  gift: string | null;
  image: number | null;
  price: number;
  created_at: Date;
  /** The sender's balance afterwards. */
  credits: number;
  paid_user: boolean;
  free_messages_used: number;
  /** Unread messages of the recipient in this conversation. */
  unread: number | null;
  recipient_paid: boolean;
  recipient_fictional: boolean;
}

/** The batch by columns. */
interface Columns extends Record<string, unknown> {
  senders: number[];
  conversations: (number | null)[];
  profiles: (number | null)[];
  clientIds: string[];
  kinds: string[];
  texts: (string | null)[];
  gifts: (string | null)[];
  images: (number | null)[];
  prices: number[];
  freeMessages: number[];
  freeConversations: number[];
}

const store = prepared<Columns, StoredMessage & { queued: number }>(
  (value) => sql`
    with sent as (select * from send_messages(
      ${value('senders')}::bigint[], ${value('conversations')}::bigint[], ${value('profiles')}::bigint[], ${value('clientIds')}::uuid[],
      ${value('kinds')}::text[], ${value('texts')}::text[], ${value('gifts')}::text[], ${value('images')}::bigint[],
      ${value('prices')}::int[], ${value('freeMessages')}::int[], ${value('freeConversations')}::int[])),
    queued as (select ${queuedNotification} from sent where unread = 1)
    select sent.*, (select count(*)::int from queued) as queued from sent order by n`,
);

/**
 * Stores a batch in one round trip and one transaction (db/functions/030_send_messages.sql), at most one message of
 * each sender, and queues in the same statement the job that tells a recipient of the first unread one. Returns in the order
 * of the batch.
 */
export function storeMessages(db: Db, batch: OutgoingMessage[]): Promise<StoredMessage[]> {
  const column = <K extends keyof OutgoingMessage>(key: K) => batch.map((message) => message[key]);
  return store(db, {
    senders: column('sender'),
    conversations: column('conversation'),
    profiles: column('profile'),
    clientIds: column('clientId'),
    kinds: column('kind'),
    texts: column('text'),
    gifts: column('gift'),
    images: column('image'),
    prices: column('price'),
    freeMessages: column('freeMessages'),
    freeConversations: column('freeConversations'),
  });
}
