import { sql } from 'kysely';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { profileCards } from '../profiles/index.ts';
import { knownTo, talkingWith, type Viewer, viewerOf } from '../visibility/index.ts';
import { type Addressee, addresseeOf } from './audience.ts';
import { noteMail, secondsUntilMail } from './mail-pace.ts';
import { takesMail } from './rules.ts';
import { type NewsType, queueNewsMail } from './tell.ts';

/** How many of a digest are shown by name. */
const SHOWN = 5;

/** Somebody whom waiting news is about, and what a mail says of it. */
interface Item {
  about_id: number;
  conversation_id: number | null;
  count: number;
  match: boolean;
}

/**
 * Mails what was noted for a member, in one mail of its type: about one person by name, about several as a digest. What
 * was read or taken back meanwhile is left out; whoever has the site open is not mailed; in quiet hours and above the
 * caps it waits. Runs again safely: what was told is deleted in the transaction that queues the mail.
 */
export async function sendNews(app: App, { member, type }: { member: number; type: NewsType }): Promise<void> {
  const to = await addresseeOf(app, member);
  await inTransaction(app.db, async (tx) => {
    if (!to || !takesMail(to, type) || to.present) return void (await takeNews(tx, member, type));
    if ((await secondsUntilMail(tx, to, type)) > 0) return queueNewsMail(app, tx, to, type);
    const ids = await takeNews(tx, member, type);
    const items =
      ids.length === 0 ? [] : type === 'like' ? await likesAmong(tx, await viewerOf(app, member, to.host), ids) : await unreadAmong(tx, member, ids);
    if (items.length === 0) return;
    const cards = await profileCards(
      { ...app, db: tx },
      member,
      items.slice(0, SHOWN).map(({ about_id }) => about_id),
    );
    if (cards.length === 0) return;
    await noteMail(tx, member, type);
    await mail(app, tx, to, type, items, cards);
  });
}

async function mail(app: App, tx: Tx, to: Addressee & { email: string }, type: NewsType, items: Item[], cards: ProfileCard[]): Promise<void> {
  const recipient = { email: to.email, name: to.name, locale: to.language, memberId: to.id, host: to.host };
  const [item, from] = [items[0]!, cards[0]!];
  if (items.length === 1) {
    const props = { name: to.name, from };
    if (type === 'like') return app.mailer.send(tx, item.match ? 'match' : 'new-like', recipient, props);
    const template = type === 'new_conversations' ? 'new-conversation' : 'new-message';
    return app.mailer.send(tx, template, recipient, { ...props, conversation: item.conversation_id!, count: item.count });
  }
  const count = new Map(items.map((one) => [one.about_id, one.count]));
  const people = cards.map(({ id, name, age, city, kind }) => ({ id, name, age, city, kind, ...(type === 'like' ? {} : { count: count.get(id)! }) }));
  const template = { new_conversations: 'conversations-digest', new_messages: 'messages-digest', like: 'likes-digest' } as const;
  await app.mailer.send(tx, template[type], recipient, { name: to.name, people, total: items.length });
}

/** Takes the waiting news of a type: newest first. */
async function takeNews(tx: Tx, member: number, type: NewsType): Promise<number[]> {
  const { rows } = await sql<{ about_id: number; noted_at: Date }>`
    delete from notification_news where member_id = ${member} and type = ${type} returning about_id, noted_at`.execute(tx);
  return rows.sort((a, b) => b.noted_at.getTime() - a.noted_at.getTime()).map(({ about_id }) => about_id);
}

/** The senders of messages still unread, in the order of their conversations. */
async function unreadAmong(tx: Tx, member: number, ids: number[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select side.other_id as about_id, side.conversation_id, side.unread as count, false as match
    from participants side join profiles p on p.id = side.other_id
    where side.member_id = ${member} and side.other_id = any(${ids}::bigint[]) and side.unread > 0 and not side.hidden and ${talkingWith(member)}
    order by side.last_message_id desc`.execute(tx);
  return rows;
}

/** Those who still like the member, newest first, and whether it is mutual. */
async function likesAmong(tx: Tx, viewer: Viewer<number>, ids: number[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select l.liker_id as about_id, null as conversation_id, 1 as count,
      exists (select from likes back where back.liker_id = ${viewer.id} and back.liked_id = l.liker_id) as match
    from likes l join profiles p on p.id = l.liker_id
    where l.liked_id = ${viewer.id} and l.liker_id = any(${ids}::bigint[]) and ${knownTo(viewer)}
    order by l.id desc`.execute(tx);
  return rows;
}
