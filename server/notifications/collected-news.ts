import { sql } from 'kysely';
import type { CollectedType, PersonPush } from '#contract/lists/notifications.ts';
import type { TemplateName, TemplateProps } from '#mail/index.ts';
import { hasNews } from '../chat/index.ts';
import { isCurrentAccess } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { knownTo, talkingWith, viewerOf } from '../visibility/index.ts';
import type { Addressee } from './audience.ts';

export interface NewsItem {
  about_id: number;
  count: number;
  /** Only for news of messages. */
  conversation_id: number | null;
  /** Only for news of likes: the like is mutual. */
  match: boolean;
  /** Only for news of photos: the person shows theirs, instead of asking for the member's. */
  grants?: boolean;
  /** Only for news of likes: the member has opened the profile since. */
  seen?: boolean;
}

type Mail<T extends TemplateName = TemplateName> = {
  [Name in T]: { template: Name; props: TemplateProps<Name> };
}[T];
type Person = Pick<TemplateProps<'match'>, 'name' | 'from'>;

type SingleMail = 'new-conversation' | 'new-message' | 'new-like' | 'match' | 'photo-request' | 'photo-grant';

interface Notice {
  push: PersonPush;
  path: string;
  tag: string;
  conversation?: number;
}

interface CollectedNews {
  /**
   * Filters `ids` to the people who are still news (unread message, existing like), in the order in which a
   * digest shows them.
   */
  items(app: App, tx: Tx, to: Addressee, ids: number[]): Promise<NewsItem[]>;
  /** The push about one item. */
  notice(item: NewsItem): Notice;
  single(person: Person, item: NewsItem): Mail<SingleMail>;
  digest: 'conversations-digest' | 'messages-digest' | 'likes-digest' | 'photos-digest';
  hasCounts: boolean;
}

export const collectedNews: Record<CollectedType, CollectedNews> = {
  new_conversations: {
    items: unreadAmong,
    notice: (item) => ({ push: 'conversation', ...chatOf(item) }),
    single: (person, item) => ({ template: 'new-conversation', props: { ...person, ...messagesOf(item) } }),
    digest: 'conversations-digest',
    hasCounts: true,
  },
  new_messages: {
    items: unreadAmong,
    notice: (item) => ({ push: 'message', ...chatOf(item) }),
    single: (person, item) => ({ template: 'new-message', props: { ...person, ...messagesOf(item) } }),
    digest: 'messages-digest',
    hasCounts: true,
  },
  like: {
    items: likesAmong,
    notice: ({ about_id, match }) => ({
      push: match ? 'match' : 'like',
      path: `/likes/m/${about_id}`,
      tag: `like-${about_id}`,
    }),
    single: (props, { match }) => ({ template: match ? 'match' : 'new-like', props }),
    digest: 'likes-digest',
    hasCounts: false,
  },
  photo_access: {
    items: photosAmong,
    notice: ({ about_id, grants }) => ({
      push: grants ? 'photo_grant' : 'photo_request',
      path: grants ? `/members/${about_id}` : '/photo-access',
      tag: `photos-${about_id}`,
    }),
    single: (props, { grants }) => ({ template: grants ? 'photo-grant' : 'photo-request', props }),
    digest: 'photos-digest',
    hasCounts: false,
  },
};

function messagesOf({ conversation_id, count }: NewsItem): { conversation: number; count: number } {
  if (conversation_id === null) throw new Error('News of a message has no conversation.');
  return { conversation: conversation_id, count };
}

function chatOf(item: NewsItem): Pick<Notice, 'path' | 'tag' | 'conversation'> {
  const { conversation } = messagesOf(item);
  return { path: `/chats/${conversation}`, tag: `chat-${conversation}`, conversation };
}

async function unreadAmong(app: App, tx: Tx, { id, host }: Addressee, ids: number[]): Promise<NewsItem[]> {
  const viewer = await viewerOf(app, id, host);
  const { rows } = await sql<NewsItem>`
    select side.other_id as about_id, side.conversation_id, side.unread as count, false as match
    from unread_sides_of(${id}) side join profiles p on p.id = side.other_id
    where side.other_id = any(${ids}::bigint[]) and ${hasNews('side', id)} and not side.hidden and ${talkingWith(viewer)}
    order by side.last_message_id desc`.execute(tx);
  return rows;
}

async function likesAmong(app: App, tx: Tx, { id, host }: Addressee, ids: number[]): Promise<NewsItem[]> {
  const viewer = await viewerOf(app, id, host);
  const { rows } = await sql<NewsItem>`
    select l.liker_id as about_id, null as conversation_id, 1 as count, not l.like_new as seen,
      exists (select from likes back where back.liker_id = ${id} and back.liked_id = l.liker_id) as match
    from likes l join profiles p on p.id = l.liker_id
    where l.liked_id = ${id} and l.liker_id = any(${ids}::bigint[]) and ${knownTo(viewer)}
    order by l.id desc`.execute(tx);
  return rows;
}

/** People who wait for the member's answer about photos, and people who show theirs. */
async function photosAmong(app: App, tx: Tx, { id, host }: Addressee, ids: number[]): Promise<NewsItem[]> {
  const viewer = await viewerOf(app, id, host);
  const { rows } = await sql<NewsItem>`
    select news.about_id, null as conversation_id, 1 as count, false as match, news.grants
    from (
      select a.viewer_id as about_id, false as grants, a.changed_at from photo_access a join profiles p on p.id = a.viewer_id
        where a.owner_id = ${id} and a.viewer_id = any(${ids}::bigint[]) and a.state = 'asked' and ${talkingWith(viewer)}
      union all
      select a.owner_id, true, a.changed_at from photo_access a join profiles p on p.id = a.owner_id
        where a.viewer_id = ${id} and a.owner_id = any(${ids}::bigint[]) and a.state = 'granted' and ${isCurrentAccess} and ${knownTo(viewer)}
    ) news order by news.changed_at desc`.execute(tx);
  return rows;
}
