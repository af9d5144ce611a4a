/** Rules of the chat that the browser and the server share. Pure. */

/** The gifts that the web app draws and names by id. Operators add others, and retire any. */
export const gifts = ['rose', 'bouquet', 'chocolates', 'champagne', 'cocktail', 'teddy', 'perfume', 'candle', 'heart', 'ring', 'balloons', 'key'] as const;
export type GiftId = (typeof gifts)[number];
export const isGift = (value: string): value is GiftId => (gifts as readonly string[]).includes(value);

/** A text as it is stored: no control characters but the line break, no blank edges, at most two empty lines in a row. */
export const tidyMessage = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();

/** Length in characters as people count them, not in UTF-16 units: what `message_length` limits. */
export const messageLength = (text: string): number => [...text].length;

export type Prices = { text: number; image: number; gift: number; free_messages_left: number };

/** The prices of a site for somebody who has sent so many free texts. */
export const pricesFor = (
  settings: { message_credits: number; photo_credits: number; gift_credits: number; free_messages: number },
  freeMessagesUsed: number,
): Prices => ({
  text: settings.message_credits,
  image: settings.photo_credits,
  gift: settings.gift_credits,
  free_messages_left: Math.max(0, settings.free_messages - freeMessagesUsed),
});

/**
 * What the next message of a kind costs, in credits: free texts first (docs/product.md 1), images and gifts never. The charge
 * itself is decided under the sender's lock, in db/functions/030_send_messages.sql; a test holds the two together.
 */
export const priceOf = (kind: 'text' | 'image' | 'gift', prices: Prices): number => (kind === 'text' && prices.free_messages_left > 0 ? 0 : prices[kind]);
