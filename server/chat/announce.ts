import type { App } from '../platform/app.ts';
import { cardsForEvents } from '../profiles/index.ts';
import { presentMessage, type MessageRow } from './present-message.ts';
import type { StoredMessage } from './store-messages.ts';

type Parts = Pick<App, 'db' | 'events' | 'log' | 'parts'>;

/** Queries to refetch in the sender's browsers after a message that gave a like. */
const WITH_HEARTS = ['likes', 'member', 'members'] as const;

/**
 * Emits a stored message after its commit to the recipient and to the sender's other tabs and devices. It
 * reads cards only if one of them has an open stream. Delivery is best effort: a failure is logged, and the
 * sender's request still succeeds.
 */
export async function announceMessage(
  app: Parts,
  sender: number,
  stored: StoredMessage,
  row: MessageRow,
): Promise<void> {
  const { events } = app;
  const { badges, chatImages } = app.parts;
  const listening = [sender, stored.recipient].filter((member) => events.isConnected(member));
  if (listening.length === 0) return;
  try {
    const cards = await cardsForEvents(app, [sender, stored.recipient]);
    const [from, to] = [cards.get(sender), cards.get(stored.recipient)];
    if (!from || !to) return;
    if (stored.request)
      events.emit(stored.recipient, 'changed', { what: 'chats', conversation: stored.conversation });
    else
      events.emit(
        stored.recipient,
        'message',
        {
          message: presentMessage(row, stored.recipient, null, chatImages),
          profile: from,
          unread: stored.unread ?? 0,
        },
        row.id,
      );
    if (stored.liked === 'like' || stored.liked === 'match')
      events.emit(stored.recipient, 'changed', { what: 'likes' });
    if (stored.liked) for (const what of WITH_HEARTS) events.emit(sender, 'changed', { what });
    if (stored.liked === 'match') events.emit(sender, 'match', { profile: to });
    const mark = stored.paid_user ? 0 : null;
    events.emit(
      sender,
      'message',
      { message: presentMessage(row, sender, mark, chatImages), profile: to, unread: 0 },
      row.id,
    );
    if (row.credits > 0)
      events.emit(sender, 'credits', {
        credits: stored.credits,
        paid_user: stored.paid_user,
        reason: 'message',
      });
    if (listening.includes(stored.recipient)) await badges.announceOfFlood(stored.recipient);
  } catch (error) {
    app.log.warn({ err: error, message: row.id }, 'could not announce a stored message');
  }
}
