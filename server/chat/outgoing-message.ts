import { messageLength, pricesFor, tidyMessage } from '#contract/rules/chat-rules.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import { Refusal, refuse } from '../platform/http/refusal.ts';
import { ageCountries } from '../visibility/index.ts';
import type { ChatImage } from './images/store-chat-image.ts';
import type { OutgoingMessage, StoredMessage } from './store-messages.ts';

export interface Send {
  conversation?: number | undefined;
  profile?: number | undefined;
  client_id: string;
  text?: string | undefined;
  gift?: string | undefined;
  /** A picture, or the recording of a voice message. */
  image?: ChatImage | undefined;
  /** The images after the first. */
  album?: ChatImage[] | undefined;
  reply_to?: number | undefined;
  about_prompt?: string | undefined;
  about_photo?: number | undefined;
  like?: boolean | undefined;
  intimate_confirmed?: boolean | undefined;
  words_confirmed?: boolean | undefined;
  view_once?: boolean | undefined;
}

/**
 * Adds the full price to a send. A picture with words costs as much as one without. Throws `bad_request`, `message_empty` or `message_too_long` for an invalid
 * request.
 */
export function toOutgoing(
  sender: number,
  send: Send,
  settings: SiteSettings,
  giftCredits: number | null,
): OutgoingMessage {
  checkParts(send);
  // The full price of each kind. `store_messages` decides under the sender's lock whether a free message is
  // left.
  const prices = pricesFor(settings, settings.free_messages);
  const common = {
    sender,
    conversation: send.conversation ?? null,
    profile: send.profile ?? null,
    clientId: send.client_id.toLowerCase(),
    freeMessages: settings.free_messages,
    freeConversations: settings.free_conversations,
    ageCountries: ageCountries(settings),
    verificationRule: settings.verification_required,
    text: null,
    gift: null,
    image: null,
    intimateConfirmed: send.intimate_confirmed === true,
    replyTo: send.reply_to ?? null,
    prompt: send.about_prompt ?? null,
    photo: send.about_photo ?? null,
    likes: send.like === true,
  };
  if (send.image?.voice) return { ...common, kind: 'voice', image: send.image.id, price: prices.voice };
  if (send.image) {
    const words = tidyMessage(send.text ?? '');
    return {
      ...common,
      kind: 'image',
      image: send.image.id,
      text: words === '' ? null : checkedText(words, settings.message_length),
      price: prices.image,
    };
  }
  if (send.gift !== undefined)
    return { ...common, kind: 'gift', gift: send.gift, price: giftCredits ?? prices.gift };
  return {
    ...common,
    kind: 'text',
    text: checkedText(send.text ?? '', settings.message_length),
    price: prices.text,
  };
}

function checkParts(send: Send): void {
  const { conversation, profile, text, gift, image, album, view_once } = send;
  if ((conversation === undefined) === (profile === undefined))
    throw new Refusal('bad_request', {}, { conversation: 'required' });
  // Only a picture can be combined with words.
  if (gift !== undefined && (text !== undefined || image))
    throw new Refusal('bad_request', {}, { text: 'unknown' });
  if (image?.voice && text !== undefined) throw new Refusal('bad_request', {}, { text: 'unknown' });
  if (view_once && (!image || image.voice || album))
    throw new Refusal('bad_request', {}, { view_once: 'unknown' });
  checkAbout(send);
}

/** A message is about at most one thing of a profile, and a gift about none. Only such a message can carry a like. */
function checkAbout({ profile, gift, about_prompt, about_photo, like }: Send): void {
  const abouts = Object.entries({ about_prompt, about_photo }).filter(([, about]) => about !== undefined);
  const [about] = abouts;
  if (about && (abouts.length > 1 || profile === undefined || gift !== undefined))
    throw new Refusal('bad_request', {}, { [about[0]]: 'unknown' });
  if (like && !about) throw new Refusal('bad_request', {}, { like: 'unknown' });
}

export function checkedText(given: string, limit: number): string {
  const text = tidyMessage(given);
  if (text === '') throw refuse('message_empty');
  if (messageLength(text) > limit) throw refuse('message_too_long', { limit });
  return text;
}

export function refusalFor(
  code: NonNullable<StoredMessage['code']>,
  name: string,
  settings: SiteSettings,
): Refusal {
  switch (code) {
    case 'not_found':
    case 'account_held':
    case 'age_check_required':
    case 'verification_required':
    case 'fictional_ack_required':
    case 'spending_paused':
    case 'intimate_unconfirmed':
      return refuse(code);
    case 'conversation_limit':
      return refuse(code, { limit: settings.free_conversations });
    case 'spending_cap':
      // The cap ends with the month or by the member's own change, so a quick retry would be pointless.
      return refuse(code, {}, 3600);
    default:
      return refuse(code, { name });
  }
}
