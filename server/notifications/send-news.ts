import { sql } from 'kysely';
import type { CollectedType } from '#contract/lists/notifications.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { profileCards } from '../profiles/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { addresseeOf, type MailAddressee, recipientOf } from './audience.ts';
import { collectedNews, type NewsItem } from './collected-news.ts';
import { secondsUntilMail } from './mail-pace.ts';
import { noteMail } from './note-mail.ts';
import { queueNewsMail } from './notify.ts';
import { mailPersonOf, takesMail } from './rules.ts';

const SHOWN = 5;

/**
 * Sends a member's collected news of one type as one mail: about one person by name, about several as a
 * digest. It omits messages read and likes withdrawn in the meantime. Members who have the site open get no
 * mail; during quiet hours and above the caps the mail waits, and with a daily or weekly rhythm it
 * becomes part of that mail. Safe to repeat: sent news is deleted in the
 * transaction that queues the mail.
 */
export async function sendNews(
  app: App,
  { member, type }: { member: number; type: CollectedType },
): Promise<void> {
  const to = await addresseeOf(app, member);
  await inTransaction(app.db, async (tx) => {
    if (!to || !takesMail(to, type) || to.present) return void (await takeNews(tx, member, type));
    if (to.rhythm.mail_rhythm !== 'at_once' || (await secondsUntilMail(tx, to, type)) > 0)
      return queueNewsMail(app, tx, to, type);
    const ids = await takeNews(tx, member, type);
    if (ids.length === 0) return;
    const items = await collectedNews[type].items(app, tx, to, ids);
    const viewer = await viewerOf(app, member, to.host);
    const cards = await profileCards(
      { ...app, db: tx },
      viewer,
      items.slice(0, SHOWN).map(({ about_id }) => about_id),
    );
    if (cards.length === 0) return;
    await noteMail(tx, member, type);
    await mail(app, tx, to, type, items, cards);
  });
}

async function mail(
  app: App,
  tx: Tx,
  to: MailAddressee,
  type: CollectedType,
  items: NewsItem[],
  cards: ProfileCard[],
): Promise<void> {
  const { single, digest, hasCounts } = collectedNews[type];
  const [item, ...otherItems] = items;
  const [from] = cards;
  if (item && from && otherItems.length === 0) {
    const { template, props } = single({ name: to.name, from }, item);
    return app.mailer.send(tx, template, recipientOf(to), props);
  }
  const counts = new Map(items.map(({ about_id, count }) => [about_id, count]));
  const people = cards.map((card) => ({
    ...mailPersonOf(card),
    ...(hasCounts ? { count: counts.get(card.id) ?? 1 } : {}),
  }));
  await app.mailer.send(tx, digest, recipientOf(to), { name: to.name, people, total: items.length });
}

async function takeNews(tx: Tx, member: number, type: CollectedType): Promise<number[]> {
  const { rows } = await sql<{ about_id: number; noted_at: Date }>`
    delete from notification_news where member_id = ${member} and type = ${type} returning about_id, noted_at`.execute(
    tx,
  );
  return rows.sort((a, b) => b.noted_at.getTime() - a.noted_at.getTime()).map(({ about_id }) => about_id);
}
