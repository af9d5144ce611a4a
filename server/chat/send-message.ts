import { sql } from 'kysely';
import type { Sent } from '#contract/chat/conversations.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../platform/app.ts';
import { Refusal, refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { hiddenBy } from '../visibility/index.ts';
import { announceMessage } from './announce.ts';
import { assertWordsConfirmed } from './first-words/assert-words-confirmed.ts';
import { giftPrice } from './gifts/gifts.ts';
import { messageRow } from './messages.ts';
import { refusalFor, toOutgoing, type Send } from './outgoing-message.ts';
import { presentMessage, type MessageRow } from './present-message.ts';
import type { SendQueue } from './send-queue.ts';
import type { OutgoingMessage, StoredMessage } from './store-messages.ts';

/** Event for a changed conversation of a fictional profile: `{ conversation }`. */
export const DESK_CHANGED = 'desk_changed';

type Parts = Pick<App, 'db' | 'events' | 'log' | 'parts'>;

/**
 * POST /api/chat.php: stores, charges and announces one message (docs/product.md 13.2). It takes one round
 * trip to the database, batched with concurrent sends. A repeat of a `client_id` returns the first reply,
 * free of charge. With `free` the sender is a fictional profile, which pays nothing and may write in any
 * number of conversations. Throws (contract/errors.ts has a sentence for each code): `message_empty`,
 * `message_too_long`, `not_found`, `account_held`, `age_check_required`, `verification_required`, `blocked_by`, `blocked`, `recipient_unconfirmed`, `contact_…`, `answer_gone`, `photo_gone`,
 * `intimate_refused`, `intimate_unconfirmed`, `words_unconfirmed`, `conversation_limit`, `fictional_ack_required`, `spending_paused`, `spending_cap` or `not_enough_credits`.
 */
export async function sendMessage(
  app: Parts,
  sender: number,
  send: Send,
  host?: string,
  { free = false }: { free?: boolean } = {},
): Promise<Sent> {
  const settings = await settingsOf(app, host);
  if (send.about_prompt !== undefined && hiddenBy(settings).includes('prompts')) throw refuse('not_found');
  const giftCredits =
    send.gift === undefined ? null : await costOf(app, sender, { ...send, gift: send.gift }, settings);
  const outgoing = toOutgoing(sender, send, free ? freeOf(settings) : settings, free ? 0 : giftCredits);
  if (!free) await assertWordsConfirmed(app, sender, send, settings.countries);
  const stored = await app.parts.sends.push(outgoing);
  if (stored.code) throw refusalFor(stored.code, stored.recipient_name, settings);
  app.parts.writtenTo.add(sender, send);

  // The repeated message may have been edited or deleted since.
  const row =
    (stored.repeated && (await messageRow(app.db, stored.conversation, stored.message))) ||
    toRow(sender, outgoing, stored, send);
  if (!stored.repeated) {
    void announceMessage(app, sender, stored, row);
    if (stored.recipient_fictional) app.events.publish(DESK_CHANGED, { conversation: stored.conversation });
  }
  return {
    message: presentMessage(row, sender, stored.paid_user ? 0 : null, app.parts.chatImages),
    conversation: { id: stored.conversation },
    credits: stored.credits,
    ...likedOf(stored),
  };
}

const likedOf = ({ liked }: StoredMessage) => (liked ? { liked: true as const } : {});

const freeOf = (settings: SiteSettings): SiteSettings => ({
  ...settings,
  message_credits: 0,
  photo_credits: 0,
  voice_credits: 0,
  gift_credits: 0,
  free_conversations: 2 ** 31 - 1,
});

declare module '../platform/app.ts' {
  interface Parts {
    sends: SendQueue<OutgoingMessage, StoredMessage>;
  }
}

/**
 * The price of a gift. A retired gift can only be repeated: a repeat has the same client_id and recipient,
 * returns the first reply and is not charged.
 */
async function costOf(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  sender: number,
  { gift, client_id, conversation, profile }: Send & { gift: string },
  { gift_credits }: SiteSettings,
): Promise<number> {
  const price = await giftPrice(app, gift, gift_credits);
  if (price !== null) return price;
  const { rows } = await sql<{ credits: number }>`
    select m.credits from messages_by_client(${sender}, ${client_id.toLowerCase()}) m cross join lateral side_of(${sender}, m.conversation_id) side
    where m.gift = ${gift}
      and (side.conversation_id = ${conversation ?? null} or side.other_id = ${profile ?? null})`.execute(
    app.db,
  );
  if (!rows[0]) throw new Refusal('bad_request', {}, { gift: 'invalid' });
  return rows[0].credits;
}

function toRow(
  sender: number,
  { clientId }: OutgoingMessage,
  stored: StoredMessage,
  { image, album }: Pick<Send, 'image' | 'album'>,
): MessageRow {
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
    edited_at: null,
    sender_reaction: null,
    recipient_reaction: null,
    revision: 0,
    quote: stored.quote,
    about: stored.about,
    image: image ?? null,
    album: album ?? null,
  };
}
