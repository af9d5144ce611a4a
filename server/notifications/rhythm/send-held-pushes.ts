import { sql } from 'kysely';
import { keysOf } from '#contract/keys.ts';
import type { CollectedType } from '#contract/lists/notifications.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { profileCards } from '../../profiles/index.ts';
import { viewerOf } from '../../visibility/index.ts';
import { type Addressee, addresseeOf } from '../audience.ts';
import { collectedNews, type NewsItem } from '../collected-news.ts';
import { secondsUntilQuietEnd } from '../mail-pace.ts';
import { pushNotice, takesPush } from '../push-notice.ts';
import { pushText, quietText, type QuietCounts } from '../push-texts.ts';
import { queueHeldPushes } from './queue-held-pushes.ts';

/** The most people that one push counts. */
const MOST_COUNTED = 100;

/**
 * Sends what the quiet hours held back as one push, without what was read, seen, withdrawn or hidden since. Members who
 * have the site open get none. Safe to repeat: what is sent is deleted in the transaction that queues the push.
 */
export async function sendHeldPushes(app: App, { member }: { member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  await inTransaction(app.db, async (tx) => {
    if (to?.rhythm.quiet_push && (await secondsUntilQuietEnd(tx, to)) > 0)
      return queueHeldPushes(app, tx, to);
    const { rows } = await sql<{ type: CollectedType; about_id: number }>`
      delete from held_pushes where member_id = ${member} returning type, about_id`.execute(tx);
    if (!to || to.present) return;
    const found = await newsIn(app, tx, to, rows);
    const [first, ...others] = found;
    if (!first) return;
    if (others.length > 0) return pushTogether(app, tx, to, first, found);
    const { push, ...notice } = collectedNews[first.type].notice(first.item);
    const text = pushText(to, push, first.about, first.item.count);
    await pushNotice(app, tx, to, { type: first.type, text, ...notice });
  });
}

interface Found {
  type: CollectedType;
  item: NewsItem;
  about: Pick<ProfileCard, 'name' | 'kind'>;
}

async function newsIn(
  app: App,
  tx: Tx,
  to: Addressee,
  rows: { type: CollectedType; about_id: number }[],
): Promise<Found[]> {
  const found: Omit<Found, 'about'>[] = [];
  for (const type of keysOf(collectedNews)) {
    const ids = rows.filter((row) => row.type === type).map(({ about_id }) => about_id);
    if (ids.length === 0 || !(await takesPush(tx, to, type))) continue;
    const items = await collectedNews[type].items(app, tx, to, ids);
    found.push(...items.filter((item) => !item.seen).map((item) => ({ type, item })));
  }
  const viewer = await viewerOf(app, to.id, to.host);
  const cards = await profileCards(
    { ...app, db: tx },
    viewer,
    [...new Set(found.map(({ item }) => item.about_id))].slice(0, MOST_COUNTED),
  );
  const people = new Map(cards.map((card) => [card.id, card]));
  return found.flatMap((one) => {
    const about = people.get(one.item.about_id);
    return about ? [{ ...one, about }] : [];
  });
}

async function pushTogether(
  app: App,
  tx: Tx,
  to: Addressee,
  { type }: Found,
  found: readonly Found[],
): Promise<void> {
  const count = (types: readonly CollectedType[]) => found.filter(({ type }) => types.includes(type)).length;
  const counts: QuietCounts = {
    messages: count(['new_conversations', 'new_messages']),
    likes: count(['like']),
    photos: count(['photo_access']),
  };
  await pushNotice(app, tx, to, {
    type,
    text: quietText(
      to.language,
      counts,
      found.map(({ about }) => about.kind),
    ),
    path: pathOf(counts),
    tag: 'quiet-hours',
  });
}

function pathOf({ messages, likes, photos }: QuietCounts): string {
  if (messages > 0) return '/chats';
  if (likes > 0 && photos > 0) return '/activity';
  return likes > 0 ? '/likes' : '/photo-access';
}
