import { sql } from 'kysely';
import type { Sent } from '#contract/chat.ts';
import { messageLength, pricesFor, tidyMessage } from '#contract/rules/chat-rules.ts';
import type { App } from '../platform/app.ts';
import { Refusal, refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import type { SiteSettings } from '#contract/setting-table.ts';
import { announceMessage } from './announce.ts';
import type { ChatImage } from './images/chat-images.ts';
import { giftPrice } from './gifts.ts';
import { presentMessage, type MessageRow } from './present-message.ts';
import type { SendQueue } from './send-queue.ts';
import type { OutgoingMessage, StoredMessage } from './store-messages.ts';

/** Published when a conversation of a fictional profile has something new: `{ conversation }`. */
export const DESK_CHANGED = 'desk_changed';

type Parts = Pick<App, 'db' | 'events' | 'log' | 'parts'>;

export interface Send {
  conversation?: number | undefined;
  profile?: number | undefined;
  client_id: string;
  text?: string | undefined;
  gift?: string | undefined;
  /** An image that `storeChatImage` has stored already. */
  image?: ChatImage | undefined;
}

/**
 * POST /api/chat.php: stores, charges and announces one message (docs/product.md 13.1). One round trip
 * to the database, together with whatever others send at the same moment. A repeat of a `client_id` answers as the
 * first did and costs nothing.
 *
 * Refuses `message_empty`, `message_too_long`, `not_found`, `blocked_by`, `blocked`, `recipient_unconfirmed`,
 * `conversation_limit`, `fictional_ack_required`, `spending_paused`, `spending_cap`, `not_enough_credits`.
 *
 * With `free` the sender is a profile of the house: it pays nothing and writes in any number of conversations.
 */
export async function sendMessage(app: Parts, sender: number, send: Send, host?: string, { free = false }: { free?: boolean } = {}): Promise<Sent> {
  const settings = await settingsOf(app, host);
  const giftCredits = send.gift === undefined ? null : await costOf(app, sender, { ...send, gift: send.gift }, settings);
  const outgoing = toOutgoing(sender, send, free ? freeOf(settings) : settings, free ? 0 : giftCredits);
  const stored = await app.parts.sends.push(outgoing);
  if (stored.code) throw refusalFor(stored.code, stored.recipient_name, settings);

  const row = toRow(sender, outgoing, stored, send.image);
  if (!stored.repeated) {
    void announceMessage(app, sender, stored, row);
    if (stored.recipient_fictional) app.events.publish(DESK_CHANGED, { conversation: stored.conversation });
  }
  return {
    message: presentMessage(row, sender, stored.paid_user ? 0 : null, app.parts.chatImages),
    conversation: { id: stored.conversation },
    credits: stored.credits,
  };
}

/** The prices and limits of a profile of the house. */
const freeOf = (settings: SiteSettings): SiteSettings => ({
  ...settings,
  message_credits: 0,
  photo_credits: 0,
  gift_credits: 0,
  free_conversations: 2 ** 31 - 1,
});

declare module '../platform/app.ts' {
  interface Parts {
    sends: SendQueue<OutgoingMessage, StoredMessage>;
  }
}

/**
 * What a gift costs. One that was retired can not be given any more; a repeat of a message that it was given in still
 * answers as the first did, and is not charged.
 */
async function costOf(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  sender: number,
  { gift, client_id }: Send & { gift: string },
  { gift_credits }: SiteSettings,
): Promise<number> {
  const price = await giftPrice(app, gift, gift_credits);
  if (price !== null) return price;
  const { rows } = await sql`select from messages where sender_id = ${sender} and client_id = ${client_id.toLowerCase()} and gift = ${gift}`.execute(app.db);
  if (rows.length === 0) throw new Refusal('bad_request', {}, { gift: 'invalid' });
  return 0;
}

function toOutgoing(sender: number, send: Send, settings: SiteSettings, giftCredits: number | null): OutgoingMessage {
  if ((send.conversation === undefined) === (send.profile === undefined)) throw new Refusal('bad_request', {}, { conversation: 'required' });
  if ([send.text, send.gift, send.image].filter((part) => part !== undefined).length > 1) throw new Refusal('bad_request', {}, { text: 'unknown' });
  // The full price of each kind: whether a free text is left is decided under the sender's lock.
  const prices = pricesFor(settings, settings.free_messages);
  const common = {
    sender,
    conversation: send.conversation ?? null,
    profile: send.profile ?? null,
    clientId: send.client_id.toLowerCase(),
    freeMessages: settings.free_messages,
    freeConversations: settings.free_conversations,
    text: null,
    gift: null,
    image: null,
  };
  if (send.image) return { ...common, kind: 'image', image: send.image.id, price: prices.image };
  if (send.gift !== undefined) return { ...common, kind: 'gift', gift: send.gift, price: giftCredits ?? prices.gift };
  return { ...common, kind: 'text', text: checkedText(send.text ?? '', settings.message_length), price: prices.text };
}

function checkedText(given: string, limit: number): string {
  const text = tidyMessage(given);
  if (text === '') throw refuse('message_empty');
  if (messageLength(text) > limit) throw refuse('message_too_long', { limit });
  return text;
}

function refusalFor(code: NonNullable<StoredMessage['code']>, name: string, settings: SiteSettings): Refusal {
  switch (code) {
    case 'not_found':
    case 'fictional_ack_required':
    case 'spending_paused':
      return refuse(code);
    case 'conversation_limit':
      return refuse(code, { limit: settings.free_conversations });
    case 'spending_cap':
      // Not a matter of waiting a little: the cap ends with the month, or when the member changes it.
      return refuse(code, {}, 3600);
    default:
      return refuse(code, { name });
  }
}

function toRow(sender: number, { clientId }: OutgoingMessage, stored: StoredMessage, image: Send['image']): MessageRow {
  return {
    id: stored.message,
    conversation_id: stored.conversation,
    sender_id: sender,
    client_id: clientId,
    kind: stored.kind,
    body: stored.body,
    gift: stored.gift,
    credits: stored.price,
    created_at: stored.created_at,
    image: image ?? null,
  };
}
