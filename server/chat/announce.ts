import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { cardsForEvents } from '../profiles/index.ts';
import { presentMessage, type MessageRow } from './present-message.ts';
import type { StoredMessage } from './store-messages.ts';

type Parts = Pick<App, 'db' | 'events' | 'log' | 'parts'>;

/** Queries to refetch in the sender's browsers after a message that gave a like. */
const WITH_HEARTS = ['likes', 'member', 'members'] as const;

/**
 * Emits a stored message after its commit to the recipient and to the sender's other tabs and devices, each with the
 * other's card if they have an open stream. Delivery is best effort: a failure is logged, and the sender's request still
 * succeeds.
 */
export async function announceMessage(
  app: Parts,
  sender: number,
  stored: StoredMessage,
  row: MessageRow,
): Promise<void> {
  const { recipient } = stored;
  const isThere = (member: number) => app.events.isConnected(member);
  const shown = [...(isThere(recipient) ? [sender] : []), ...(isThere(sender) ? [recipient] : [])];
  if (shown.length === 0) return;
  try {
    const cards = await cardsForEvents(app, shown);
    const [from, to] = [cards.get(sender), cards.get(recipient)];
    if (from) tellRecipient(app, stored, row, from);
    if (to) tellSender(app, sender, stored, row, to);
    if (from) await app.parts.badges.announceOfFlood(recipient);
  } catch (error) {
    app.log.warn({ err: error, message: row.id }, 'could not announce a stored message');
  }
}

function tellRecipient(
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

function tellSender(
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
