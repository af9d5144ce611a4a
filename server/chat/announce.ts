import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { LiveEvents } from '#contract/events.ts';
import type { App } from '../platform/app.ts';
import { settingsOf } from '../site-settings/index.ts';
import { newLikesOfEach } from '../likes/index.ts';
import { cardsForEvents } from '../profiles/index.ts';
import { chatImageAddresses } from './images/image-addresses.ts';
import { unreadOfEach } from './messages.ts';
import { presentMessage, type MessageRow } from './present-message.ts';
import type { StoredMessage } from './store-messages.ts';

type Parts = Pick<App, 'config' | 'db' | 'events' | 'log'>;

/**
 * Tells both sides of a stored message, after its commit: the recipient, and the sender's other tabs and devices. Reads
 * cards only when one of them has a stream open. Delivery is best effort: a failure is logged and the sender's call succeeds.
 */
export async function announceMessage(app: Parts, sender: number, stored: StoredMessage, row: MessageRow): Promise<void> {
  const { events } = app;
  const addresses = chatImageAddresses(app);
  const listening = [sender, stored.recipient].filter((member) => events.isConnected(member));
  if (listening.length === 0) return;
  try {
    const cards = await cardsForEvents(app, [sender, stored.recipient]);
    const [from, to] = [cards.get(sender), cards.get(stored.recipient)];
    if (!from || !to) return;
    events.emit(
      stored.recipient,
      'message',
      { message: presentMessage(row, stored.recipient, null, addresses), profile: from, unread: stored.unread ?? 0 },
      row.id,
    );
    const mark = stored.paid_user ? 0 : null;
    events.emit(sender, 'message', { message: presentMessage(row, sender, mark, addresses), profile: to, unread: 0 }, row.id);
    if (row.credits > 0) events.emit(sender, 'credits', { credits: stored.credits, paid_user: stored.paid_user, reason: 'message' });
    if (listening.includes(stored.recipient)) await announceTotalsOfFlood(app, stored.recipient);
  } catch (error) {
    app.log.warn({ err: error, message: row.id }, 'a message was stored and not announced');
  }
}

/** The badges of a member, to all open tabs. */
export async function announceTotals({ db, events }: Pick<App, 'db' | 'events'>, member: number): Promise<void> {
  if (!events.isConnected(member)) return;
  events.emit(member, 'totals', await totalsOf({ db, events }).load(member));
}

const loaders = new WeakMap<App['events'], DataLoader<number, LiveEvents['totals']>>();

/** Messages are stored in batches, and the badges of a batch's recipients are counted together. */
function totalsOf({ db, events }: Pick<App, 'db' | 'events'>) {
  const known = loaders.get(events);
  if (known) return known;
  const count = async (members: readonly number[]) => {
    const [unread, likes] = await Promise.all([unreadOfEach(db, members), newLikesBySite({ db, events }, members)]);
    return members.map((member) => ({ unread_messages: unread.get(member) ?? 0, new_likes: likes.get(member) ?? 0 }));
  };
  const made = new DataLoader(count, { cache: false, batchScheduleFn: (ask) => void setImmediate(ask) });
  loaders.set(events, made);
  return made;
}

/** New likes of members, with or without resold cam listings, as each one's own site shows them. */
async function newLikesBySite(app: Pick<App, 'db' | 'events'>, members: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; host: string | null }>`select id, host from members where id = any(${members}::bigint[])`.execute(app.db);
  const sites = await Promise.all(rows.map(async ({ id, host }) => ({ id, resell: (await settingsOf(app, host ?? undefined)).member_resell })));
  const counts = await Promise.all(
    [true, false].map((resell) => {
      const ids = sites.filter((site) => site.resell === resell).map(({ id }) => id);
      return ids.length > 0 ? newLikesOfEach(app.db, ids, resell) : new Map<number, number>();
    }),
  );
  return new Map(counts.flatMap((count) => [...count]));
}

/** How often a member who gets many messages is sent new badges, milliseconds. */
const FLOOD_MS = 1000;

/** Members who were sent badges within the last `FLOOD_MS`, and whether another message has come since. */
const told = new WeakMap<App['events'], Map<number, boolean>>();

/**
 * The badges after a message: at once, and then once a second while more come. Counting them for each message of a flood
 * cost PostgreSQL more than storing it (benches, send).
 */
async function announceTotalsOfFlood(app: Parts, member: number): Promise<void> {
  const recent = told.get(app.events) ?? new Map<number, boolean>();
  told.set(app.events, recent);
  if (recent.has(member)) return void recent.set(member, true);
  recent.set(member, false);
  setTimeout(() => {
    const more = recent.get(member);
    recent.delete(member);
    if (more) announceTotalsOfFlood(app, member).catch((error) => app.log.warn({ err: error }, 'badges were not announced'));
  }, FLOOD_MS).unref();
  await announceTotals(app, member);
}
