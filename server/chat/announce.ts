import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { cardsForEvents } from '../profiles/index.ts';
import { presentMessage, type MessageRow } from './present-message.ts';
import type { StoredMessage } from './store-messages.ts';

type Parts = Pick<App, 'db' | 'events' | 'log' | 'parts'>;

/** Queries to refetch in the sender's browsers after a message that gave a like. */
const WITH_HEARTS = ['likes', 'member', 'members'] as const;

/**
 * Emits a stored message after its commit to the recipient and to the sender's other tabs and devices. It
 * reads the recipient's card only for a sender with an open stream, and no card if neither has one. Delivery is
 * best effort: a failure is logged, and the sender's request still succeeds.
 */
export async function announceMessage(
  app: Parts,
  sender: number,
  stored: StoredMessage,
  row: MessageRow,
): Promise<void> {
  const { recipient } = stored;
  const isSenderConnected = app.events.isConnected(sender);
  const isRecipientConnected = app.events.isConnected(recipient);
  if (!isSenderConnected && !isRecipientConnected) return;
  try {
    const cards = await cardsForEvents(app, isSenderConnected ? [sender, recipient] : [sender]);
    const [from, to] = [cards.get(sender), cards.get(recipient)];
    if (from) emitToRecipient(app, stored, row, from);
    if (to) emitToSender(app, sender, stored, row, to);
    if (isRecipientConnected) await app.parts.badges.announceOfFlood(recipient);
  } catch (error) {
    app.log.warn({ err: error, message: row.id }, 'could not announce a stored message');
  }
}

function emitToRecipient(
  { events, parts }: Parts,
  { recipient, request, conversation, unread, liked }: StoredMessage,
  row: MessageRow,
  profile: ProfileCard,
): void {
  if (request) events.emit(recipient, 'changed', { what: 'chats', conversation });
  else {
    const message = presentMessage(row, recipient, null, parts.chatImages);
    events.emit(recipient, 'message', { message, profile, unread: unread ?? 0 }, row.id);
  }
  if (liked === 'like' || liked === 'match') events.emit(recipient, 'changed', { what: 'likes' });
}

function emitToSender(
  { events, parts }: Parts,
  sender: number,
  { liked, paid_user, credits }: StoredMessage,
  row: MessageRow,
  profile: ProfileCard,
): void {
  if (liked) for (const what of WITH_HEARTS) events.emit(sender, 'changed', { what });
  if (liked === 'match') events.emit(sender, 'match', { profile });
  const message = presentMessage(row, sender, paid_user ? 0 : null, parts.chatImages);
  events.emit(sender, 'message', { message, profile, unread: 0 }, row.id);
  if (row.credits > 0) events.emit(sender, 'credits', { credits, paid_user, reason: 'message' });
}
