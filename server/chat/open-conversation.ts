import { sql } from 'kysely';
import type { Chat } from '#contract/chat/conversations.ts';
import { itemAt } from '#contract/must.ts';
import type { PhotoRequestState } from '#contract/photos/access-states.ts';
import type { ProfileKind } from '#contract/profiles.ts';
import { pricesFor } from '#contract/rules/chat-rules.ts';
import { accessOf, offersPhotos } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { one } from '../platform/database/index.ts';
import { asJsonRows, isoInstant } from '../platform/fast/json-rows.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { JsonText } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { hydrate, myVersion, type AccessRow, type Shown } from '../profiles/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { refusalOf, relationColumns, seenThrough, viewerOf, type Relation } from '../visibility/index.ts';
import { markRead } from './mark-read.ts';
import {
  keysIn,
  messageKeys,
  messageOf,
  messagePageOf,
  messageTextsOf,
  type MessagePage,
} from './message-texts.ts';

const PAGE = 50;
const MOST_SINCE = 1000;

interface Asked {
  conversation?: number | undefined;
  profile?: number | undefined;
  before?: number | undefined;
  to?: number | undefined;
  /** Leaves the conversation unread. */
  keepsUnread?: boolean;
}

interface Opened extends Shown, Relation {
  name: string;
  kind: ProfileKind;
  conversation_id: number | null;
  last_message_at: string | null;
  credits_spent: number;
  cleared_to_id: number;
  has_news: boolean;
  pinned: boolean | null;
  archived: boolean | null;
  muted: boolean | null;
  read_to: number;
  acknowledged: boolean;
  paid_user: boolean;
  read_marks: boolean;
  free_messages_used: number;
  began_before_visible: boolean;
  /** Credits refunded because nobody answered for the fictional profile in time. */
  returned_credits: number | null;
  request: string | null;
  contact: Chat['contact'] | null;
  photos_asked: boolean;
  offers_photos: boolean;
  photo_access: AccessRow | null;
  page: string | null;
}

/**
 * GET /api/chat.php: a conversation by its id or by the other member's profile, with the newest 50 messages
 * or those below `before`, back to the message `to`. Opening it (without `before`) marks it as read and
 * notifies the other member, unless `keepsUnread` is set. `conversation` is null if there are no messages. Throws `not_found` if the
 * conversation or profile does not exist or is hidden, `blocked_by` if the other has blocked the member, and
 * `bad_request` unless exactly one id is given.
 */
export async function openConversation(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  member: number,
  asked: Asked,
  host?: string,
): Promise<JsonText> {
  if ((asked.conversation === undefined) === (asked.profile === undefined)) throw refuse('bad_request');
  const settings = await settingsOf(app, host);
  const viewer = await viewerOf(app, member, host);
  const { conversation, profile, to } = asked;
  const [found] = await findOpened(
    app.db,
    {
      member,
      pool: viewer.pool,
      conversation,
      profile,
      before: beforeOf(asked),
      above: to === undefined ? 0 : to - 1,
      days: settings.message_visible_days,
      verificationRule: settings.verification_required,
    },
    {
      byConversation: conversation !== undefined,
      limit: to === undefined ? PAGE + 1 : MOST_SINCE,
      resell: viewer.resell,
    },
  );
  const opened = found?.row;
  if (!opened || opened.own || opened.kind === 'cam') throw refuse('not_found');
  const seen = seenThrough(opened, 'opened');
  if (seen !== 'visible') throw refusalOf(seen, opened.name);

  const { conversation_id: id } = opened;
  const [people, { text: messages, hasMore }] = await Promise.all([
    hydrate(app, viewer, [opened]),
    pageOf(app, opened, asked, { member, visibleDays: settings.message_visible_days }),
  ]);
  if (asked.before === undefined && !asked.keepsUnread && id !== null && opened.has_news)
    await markRead(app, member, id);
  const rest = restOf(opened, settings, hasMore);
  const card = people.text(opened);
  if (card === '') throw refuse('not_found');
  return new JsonText(`${JSON.stringify(rest).slice(0, -1)},"profile":${card},"messages":[${messages}]}`);
}

const restOf = (
  opened: Opened,
  settings: Parameters<typeof pricesFor>[0],
  hasMore: boolean,
): Omit<Chat, 'profile' | 'messages'> => ({
  conversation: opened.conversation_id
    ? {
        id: opened.conversation_id,
        last_message_at: isoInstant(opened.last_message_at),
        credits_spent: opened.credits_spent,
        ...orderOf(opened),
      }
    : null,
  has_more: hasMore,
  hidden_older: !hasMore && opened.began_before_visible && opened.cleared_to_id === 0,
  blocked: opened.blocked,
  ...((opened.request === 'waiting' || opened.request === 'veiled') && { request: opened.request }),
  ...(opened.contact && { contact: opened.contact }),
  ...(opened.photos_asked && { photos_asked: true }),
  ...(opened.offers_photos && { photo_request: requestStateOf(opened.photo_access) }),
  ...(opened.returned_credits && { returned_credits: opened.returned_credits }),
  can_reply: opened.account === 'active',
  ...(opened.kind === 'fictional' && { fictional_acknowledged: opened.acknowledged }),
  price: pricesFor(settings, opened.free_messages_used),
});

const orderOf = ({ pinned, archived, muted }: Opened) => ({
  ...(pinned && { pinned: true as const }),
  ...(archived && { archived: true as const }),
  ...(muted && { muted: true as const }),
});

/** A declined request looks like one without an answer. */
const requestStateOf = (access: AccessRow | null): PhotoRequestState =>
  access === null ? 'none' : access.state === 'granted' ? 'granted' : 'asked';

/**
 * The newest messages, or those below `before`. With `to`, all messages from that one on, up to the limit of
 * a reply, and a page before it.
 */
async function pageOf(
  app: Pick<App, 'db' | 'parts'>,
  opened: Opened,
  asked: Asked,
  { member, visibleDays }: { member: number; visibleDays: number },
): Promise<MessagePage> {
  const { conversation_id: conversation, page } = opened;
  if (conversation === null) return { text: '', hasMore: false };
  const reader = {
    conversation,
    viewer: member,
    readTo: opened.paid_user && opened.read_marks ? opened.read_to : null,
  };
  if (asked.to === undefined)
    return page === null ? { text: '', hasMore: false } : messagePageOf(app, page, PAGE, reader);
  const { keys, hasMore } = await backTo(
    app,
    { ...opened, conversation_id: conversation },
    asked,
    visibleDays,
  );
  return { text: (await messageTextsOf(app, keys.toReversed(), reader)).join(), hasMore };
}

async function backTo(
  { db }: Pick<App, 'db'>,
  { conversation_id, cleared_to_id, page }: Opened & { conversation_id: number },
  asked: Asked,
  visibleDays: number,
) {
  const found = keysIn(page);
  if (found.length === MOST_SINCE) return { keys: found, hasMore: true };
  const before = found.length > 0 ? messageOf(itemAt(found, -1)) : beforeOf(asked);
  const range = { conversation: conversation_id, before, above: cleared_to_id, visibleDays, limit: PAGE + 1 };
  const row = await one(sql<{ page: string | null }>`select ${messageKeys(range)} as page`.execute(db));
  const older = keysIn(row.page);
  return { keys: [...found, ...older.slice(0, PAGE)], hasMore: older.length > PAGE };
}

const beforeOf = ({ before }: Asked) => before ?? Number.MAX_SAFE_INTEGER;

interface OpenedBy extends Record<string, unknown> {
  pool: number;
  member: number;
  conversation: number | undefined;
  profile: number | undefined;
  before: number;
  above: number;
  days: number;
  verificationRule: string;
}

/** Only in the query by profile: setting up the node of a function costs PostgreSQL a sixth of the query, called or not. */
const unmetCondition = sql`(select json_build_object('code', u.code, 'refused', u.refused)
  from unmet_condition(p.id, me.id) u where u.code is not null)`;

const findOpened = prepared<
  OpenedBy,
  { row: Opened },
  { byConversation: boolean; limit: number; resell: boolean }
>((value, { byConversation, limit, resell }) => {
  const member = value('member');
  // With a conversation id the member's side must exist; with a profile it may be missing. The latter
  // starts from the pair's row: starting from the member would read all conversations of a member who may
  // have thousands.
  const [from, which] = byConversation
    ? [
        sql`side_of(${member}, ${value('conversation')}) side join profiles p on p.id = side.other_id`,
        sql`true`,
      ]
    : [
        sql`profiles p
            left join conversations pair on pair.member_low = least(${member}::bigint, ${value('profile')}::bigint)
              and pair.member_high = greatest(${member}::bigint, ${value('profile')}::bigint)
            left join lateral side_of(${member}, pair.id) side on true`,
        sql`p.id = ${value('profile')}::bigint`,
      ];
  const days = value('days');
  const page = messageKeys({
    conversation: sql`side.conversation_id`,
    before: value('before'),
    above: sql`greatest(side.cleared_to_id, ${value('above')}::bigint)`,
    visibleDays: days,
    limit,
  });
  return asJsonRows(sql`
    select p.id, p.xmin as version, ${myVersion(member)}, p.name, p.kind, ${relationColumns({ id: member, pool: value('pool'), resell }, sql`side.conversation_id is not null`)},
      side.conversation_id, c.last_message_at, coalesce(side.credits_spent, 0) as credits_spent,
      coalesce(side.cleared_to_id, 0) as cleared_to_id, coalesce(side.unread > 0 or side.marked_unread, false) as has_news,
      side.pinned, side.archived, side.muted_until > app_now() as muted,
      coalesce((select theirs.last_read_id from side_of(p.id, side.conversation_id) theirs), 0) as read_to,
      p.kind = 'fictional' and exists (select from fictional_acknowledgements a where a.member_id = ${member} and a.profile_id = p.id) as acknowledged,
      exists (select from likes l where l.liker_id = ${member} and l.liked_id = p.id) as liked,
      me.paid_user, me.read_marks and m.read_marks as read_marks, me.free_messages_used,
      coalesce(c.created_at < app_now() - ${days} * interval '1 day', false) as began_before_visible,
      case when p.kind = 'fictional' then
        (select w.returned_credits from unanswered w where w.conversation_id = side.conversation_id and w.member_id = me.id) end as returned_credits,
      side.request,
      case when lacks_verification(me.id, p.id, ${value('verificationRule')}::text) then json_build_object('code', 'verification_required', 'refused', true)
        ${byConversation ? sql`` : sql`when side.conversation_id is null then ${unmetCondition}`}
        else (select json_build_object('code', 'contact_declined', 'refused', true) from side_of(p.id, side.conversation_id) theirs where theirs.request = 'declined') end as contact,
      exists (select from photo_access a where a.owner_id = me.id and a.viewer_id = p.id and a.state = 'asked') as photos_asked,
      ${offersPhotos(sql`p.id`)} as offers_photos, ${accessOf(sql`p.id`, member)} as photo_access,
      ${page} as page
    from ${from}
      join members m on m.id = p.id
      join members me on me.id = ${member}
      left join conversations c on c.id = side.conversation_id
    where ${which}`);
});
