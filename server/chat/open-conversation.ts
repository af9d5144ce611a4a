import { sql } from 'kysely';
import type { Chat } from '#contract/chat.ts';
import { pricesFor } from '#contract/rules/chat-rules.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { cardColumns, cardJoins, toCard, withoutHidden, type CardRow } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { refusalOf, relationColumns, seenThrough, viewerOf, type Relation, type Viewer } from '../visibility/index.ts';
import { messagesOf } from './messages.ts';
import { presentMessage } from './present-message.ts';
import { markRead } from './mark-read.ts';

const PAGE = 50;
/** A search leads to a message of long ago: its messages come in few answers. */
const MOST_SINCE = 1000;

interface Asked {
  conversation?: number | undefined;
  profile?: number | undefined;
  before?: number | undefined;
  to?: number | undefined;
}

/** The member's side of a conversation, the other's card, and the relation between the two. */
interface Opened extends CardRow, Relation {
  conversation_id: number | null;
  last_message_at: Date | null;
  credits_spent: number;
  cleared_to_id: number;
  unread: number;
  /** Newest message that the other has read. */
  read_to: number;
  acknowledged: boolean;
  paid_user: boolean;
  /** Neither of the two has switched read marks off. */
  read_marks: boolean;
  free_messages_used: number;
  /** Older than what the retention setting leaves visible. */
  began_before_visible: boolean;
  /** Given back because nobody answered for the fictional profile in time. */
  returned_credits: number | null;
}

/**
 * GET /api/chat.php: a conversation by its id or by the other's profile, the newest 50 messages or those below `before`, back
 * to the message `to`; opening it (without `before`) marks it read and tells the other. `conversation` is null while nobody has written.
 *
 * Refuses `not_found` (also for whoever may not be seen), `blocked_by`, `bad_request` without either id.
 */
export async function openConversation(app: Pick<App, 'db' | 'events' | 'parts'>, member: number, asked: Asked, host?: string): Promise<Chat> {
  if ((asked.conversation === undefined) === (asked.profile === undefined)) throw refuse('bad_request');
  const settings = await settingsOf(app, host);
  const viewer = await viewerOf(app, member, host);
  const opened = await findOpened(app.db, viewer, asked, settings.message_visible_days);
  if (!opened || opened.own || opened.kind === 'cam') throw refuse('not_found');
  const seen = seenThrough(opened, 'opened');
  if (seen !== 'visible') throw refusalOf(seen, opened.name);

  const { rows, hasMore } = await pageOf(app.db, opened, asked, settings.message_visible_days);
  if (asked.before === undefined && opened.unread > 0) await markRead(app, member, opened.conversation_id!);
  return {
    conversation: opened.conversation_id
      ? { id: opened.conversation_id, last_message_at: opened.last_message_at?.toISOString() ?? null, credits_spent: opened.credits_spent }
      : null,
    profile: withoutHidden(toCard(opened, member, app.parts.photos), viewer.hides),
    messages: rows.toReversed().map((row) => presentMessage(row, member, opened.paid_user && opened.read_marks ? opened.read_to : null, app.parts.chatImages)),
    has_more: hasMore,
    hidden_older: !hasMore && opened.began_before_visible && opened.cleared_to_id === 0,
    blocked: opened.blocked,
    ...(opened.returned_credits && { returned_credits: opened.returned_credits }),
    can_reply: opened.account === 'active',
    ...(opened.kind === 'fictional' && { fictional_acknowledged: opened.acknowledged }),
    price: pricesFor(settings, opened.free_messages_used),
  };
}

/** The newest messages, or those below `before`; with `to`, all from that message on, as many as one answer holds, and a page before it. */
async function pageOf(db: Db, { conversation_id, cleared_to_id }: Opened, asked: Asked, visibleDays: number) {
  if (!conversation_id) return { rows: [], hasMore: false };
  const range = { conversation: conversation_id, before: asked.before ?? Number.MAX_SAFE_INTEGER, above: cleared_to_id, visibleDays };
  const since = asked.to === undefined ? [] : await messagesOf(db, { ...range, above: Math.max(cleared_to_id, asked.to - 1), limit: MOST_SINCE });
  if (since.length === MOST_SINCE) return { rows: since, hasMore: true };
  const page = await messagesOf(db, { ...range, before: since.at(-1)?.id ?? range.before, limit: PAGE + 1 });
  return { rows: [...since, ...page.slice(0, PAGE)], hasMore: page.length > PAGE };
}

/** One statement by primary keys: everything but the messages. */
async function findOpened(db: Db, viewer: Viewer<number>, asked: { conversation?: number | undefined; profile?: number | undefined }, visibleDays: number) {
  const { id: member } = viewer;
  const other =
    asked.conversation !== undefined
      ? sql`(select other_id from participants where member_id = ${member} and conversation_id = ${asked.conversation})`
      : sql`${asked.profile}::bigint`;
  const { rows } = await sql<Opened>`
    select ${cardColumns}, ${relationColumns(viewer)},
      side.conversation_id, c.last_message_at, coalesce(side.credits_spent, 0) as credits_spent,
      coalesce(side.cleared_to_id, 0) as cleared_to_id, coalesce(side.unread, 0) as unread, coalesce(theirs.last_read_id, 0) as read_to,
      exists (select from fictional_acknowledgements a where a.member_id = ${member} and a.profile_id = p.id) as acknowledged,
      exists (select from likes l where l.liker_id = ${member} and l.liked_id = p.id) as liked,
      me.paid_user, me.read_marks and m.read_marks as read_marks, me.free_messages_used,
      coalesce(c.created_at < app_now() - ${visibleDays} * interval '1 day', false) as began_before_visible,
      (select w.returned_credits from unanswered w where w.conversation_id = side.conversation_id and w.member_id = me.id) as returned_credits
    from members me
      join profiles p on p.id = ${other}
      join members m on m.id = p.id
      ${cardJoins}
      left join participants side on side.member_id = me.id and side.other_id = p.id
      left join conversations c on c.id = side.conversation_id
      left join participants theirs on theirs.member_id = p.id and theirs.conversation_id = side.conversation_id
    where me.id = ${member}`.execute(db);
  return rows[0];
}
