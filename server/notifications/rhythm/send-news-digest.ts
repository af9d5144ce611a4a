import { sql } from 'kysely';
import { type CollectedType, type DigestType, digestTypes } from '#contract/lists/notifications.ts';
import type { TemplateProps } from '#mail/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { profileCards } from '../../profiles/index.ts';
import { listedFor, viewerOf } from '../../visibility/index.ts';
import { type Addressee, addresseeOf, recipientOf } from '../audience.ts';
import { collectedNews, type NewsItem } from '../collected-news.ts';
import { secondsUntilDigest } from '../mail-pace.ts';
import { noteMail } from '../note-mail.ts';
import { mailPersonOf, DIGEST, hasWorkingAddress, takesMail } from '../rules.ts';
import { queueNewsDigest } from './queue-news-digest.ts';

const SHOWN = 5;

type DigestSection = TemplateProps<'news-digest'>['sections'][number];

/**
 * Sends a member's collected news of all types as one mail, without what was read, withdrawn or hidden since. Members
 * who have the site open get no mail. After a change to mails at once, only matches of saved searches are left to it,
 * which have no such mail of their own. Safe to repeat: sent news is deleted in the transaction that queues the mail.
 */
export async function sendNewsDigest(app: App, { member }: { member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  await inTransaction(app.db, async (tx) => {
    if (to && (await secondsUntilDigest(tx, to)) > 0) return queueNewsDigest(app, tx, to);
    const { rows } = await sql<{ type: DigestType; about_id: number }>`
      delete from notification_news where member_id = ${member} and (type = 'saved_searches' or ${to?.rhythm.mail_rhythm !== 'at_once'})
      returning type, about_id`.execute(tx);
    if (!to || !hasWorkingAddress(to) || to.present) return;
    const sections: DigestSection[] = [];
    for (const type of digestTypes) {
      const ids = rows.filter((row) => row.type === type).map(({ about_id }) => about_id);
      if (ids.length > 0 && takesMail(to, type)) sections.push(...(await sectionsOf(app, tx, to, type, ids)));
    }
    if (sections.length === 0) return;
    await noteMail(tx, member, DIGEST);
    await app.mailer.send(tx, 'news-digest', recipientOf(to), { name: to.name, sections });
  });
}

async function sectionsOf(
  app: App,
  tx: Tx,
  to: Addressee,
  type: DigestType,
  ids: number[],
): Promise<DigestSection[]> {
  const items =
    type === 'saved_searches'
      ? await matchesAmong(app, tx, to, ids)
      : await collectedNews[type].items(app, tx, to, ids);
  const parts: [DigestSection['about'], NewsItem[]][] =
    type === 'like'
      ? [
          ['matches', items.filter(({ match }) => match)],
          ['likes', items.filter(({ match }) => !match)],
        ]
      : [[ABOUT[type], items]];
  const sections = await Promise.all(parts.map(([about, some]) => sectionOf(app, tx, to, about, some)));
  return sections.filter((section) => section !== null);
}

const ABOUT = {
  new_conversations: 'conversations',
  new_messages: 'messages',
  photo_access: 'photos',
  saved_searches: 'searches',
} as const satisfies Record<Exclude<CollectedType, 'like'> | 'saved_searches', DigestSection['about']>;

async function sectionOf(
  app: App,
  tx: Tx,
  to: Addressee,
  about: DigestSection['about'],
  items: NewsItem[],
): Promise<DigestSection | null> {
  if (items.length === 0) return null;
  const viewer = await viewerOf(app, to.id, to.host);
  const shown = items.slice(0, SHOWN).map(({ about_id }) => about_id);
  const cards = await profileCards({ ...app, db: tx }, viewer, shown);
  if (cards.length === 0) return null;
  const hasCounts = about === 'conversations' || about === 'messages';
  const counts = new Map(items.map(({ about_id, count }) => [about_id, count]));
  const people = cards.map((card) => ({
    ...mailPersonOf(card),
    ...(hasCounts && { count: counts.get(card.id) ?? 1 }),
  }));
  return { about, people, total: items.length };
}

async function matchesAmong(app: App, tx: Tx, to: Addressee, ids: number[]): Promise<NewsItem[]> {
  const viewer = await viewerOf(app, to.id, to.host);
  const { rows } = await sql<NewsItem>`
    select p.id as about_id, 1 as count, null as conversation_id, false as match
    from profiles p where p.id = any(${ids}::bigint[]) and ${listedFor(viewer)} order by p.id desc`.execute(
    tx,
  );
  return rows;
}
