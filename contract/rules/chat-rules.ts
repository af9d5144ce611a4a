/** Built-in gifts, which the web app draws and names. Operators can add others and retire any. */
export const gifts = [
  'rose',
  'bouquet',
  'chocolates',
  'champagne',
  'cocktail',
  'teddy',
  'perfume',
  'candle',
  'heart',
  'ring',
  'balloons',
  'key',
] as const;
export type GiftId = (typeof gifts)[number];
export const isGift = (value: string): value is GiftId => (gifts as readonly string[]).includes(value);

/**
 * A text as stored: trimmed, without control characters except line breaks, and with at most two consecutive
 * empty lines.
 */
export const tidyMessage = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();

/** Pictures of one message. */
export const ALBUM_LIMIT = 6;

/** Limits of a voice message (docs/product.md 10.23). The bytes allow two minutes at 256 kbit/s. */
export const VOICE_SECONDS = 120;
export const VOICE_BYTES = 4 * 1024 * 1024;

/** The loudness of 64 parts of a recording, each a hexadecimal digit. */
export const WAVEFORM_PARTS = 64;

/** Minutes in which a text can be edited (docs/product.md 10.12). */
export const EDIT_MINUTES = 15;

/** Conversations that a member can pin (docs/product.md 10.18). */
export const MOST_PINNED = 5;

/** How long a conversation can be muted. */
export const muteTimes = ['hour', 'eight_hours', 'week', 'forever'] as const;
export type MuteTime = (typeof muteTimes)[number];

export const commonReactions = ['❤️', '😂', '😮', '😢', '👍', '🔥'] as const;

export const isEmoji = (value: string): boolean => /^\p{RGI_Emoji}$/v.test(value);

/** Length in Unicode code points, not UTF-16 code units. The setting `message_length` limits it. */
export const messageLength = (text: string): number => [...text].length;

export type Prices = { text: number; image: number; voice: number; gift: number; free_messages_left: number };

export const pricesFor = (
  settings: {
    message_credits: number;
    photo_credits: number;
    voice_credits: number;
    gift_credits: number;
    free_messages: number;
  },
  freeMessagesUsed: number,
): Prices => ({
  text: settings.message_credits,
  image: settings.photo_credits,
  voice: settings.voice_credits,
  gift: settings.gift_credits,
  free_messages_left: Math.max(0, settings.free_messages - freeMessagesUsed),
});

/**
 * Price of the next message in credits. Only texts can be free (docs/product.md 10.1), not images, voice messages or gifts.
 * The charge itself is computed under the sender's lock in db/functions/030_send_messages.sql; a test
 * compares the two.
 */
export const messagePrice = (kind: 'text' | 'image' | 'voice' | 'gift', prices: Prices): number =>
  kind === 'text' && prices.free_messages_left > 0 ? 0 : prices[kind];
