import { sql } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import type { Chat } from '#contract/chat/conversations.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { icebreakersFor, openConversation } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { one } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { ownProfileOf, profileOf } from '../profiles/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { whispersOf } from './board/whispers-of.ts';
import { assertMayOpen } from './claims/assert-may-open.ts';
import { holderOf } from './claims/holder-of.ts';
import { isOwedTheTruth } from './is-owed-the-truth.ts';
import { lastPurchases, spendingOf } from './spending.ts';

/**
 * GET /api/admin/desk-thread: a conversation as its fictional profile sees it: messages, the member's visible
 * profile, the notes and the member's spending limits. It marks the conversation as read, except a `past` one that the
 * operator has not claimed. Throws `not_found` for one that they may not open.
 */
export async function deskThread(
  app: App,
  operator: Pick<MemberSession, 'memberId' | 'roles' | 'languages'>,
  { past = false, ...query }: CallQuery<'deskThread'>,
  host: string,
): Promise<CallReply<'deskThread'>> {
  const { db } = app;
  const { profile_id, member_id } = await assertMayOpen(db, operator, query.conversation);
  const viewer = await viewerOf(app, profile_id, host);
  const holder = await holderOf(db, query.conversation);
  const mine = holder?.id === operator.memberId;
  const opened = await openConversation(app, profile_id, { ...query, keepsUnread: past && !mine }, host);
  const chat = JSON.parse(opened.text) as Chat;
  const [profile, member, state, asked, spending, purchases, whispers] = await Promise.all([
    ownProfileOf(app, profile_id),
    profileOf(app, viewer, member_id),
    stateOf(app, query.conversation, member_id),
    isOwedTheTruth(db, query.conversation, profile_id),
    spendingOf(db, member_id),
    lastPurchases(db, member_id),
    whispersOf(db, query.conversation),
  ]);
  const { icebreakers } = await icebreakersFor(db, viewer, member_id, state.language, 0);
  return {
    chat,
    profile,
    member,
    language: state.language,
    time_zone: state.time_zone,
    memory: state.memory ?? '',
    memory_by:
      state.memory_by && state.memory_at
        ? { name: state.memory_by, at: state.memory_at.toISOString() }
        : null,
    waiting_since: state.since?.toISOString() ?? null,
    claimed_by: holder,
    mine,
    asked_if_real: asked,
    spending,
    purchases,
    whispers,
    openings: icebreakers,
  };
}

interface State {
  language: Locale;
  time_zone: string | null;
  memory: string | null;
  memory_by: string | null;
  memory_at: Date | null;
  since: Date | null;
}

async function stateOf({ db }: Pick<App, 'db'>, conversation: number, member: number): Promise<State> {
  return one(
    sql<State>`
    select m.language, m.time_zone, memory.body as memory, by.name as memory_by, memory.updated_at as memory_at, w.since
      from members m left join desk_memory memory on memory.conversation_id = ${conversation}
        left join profiles by on by.id = memory.updated_by left join unanswered w on w.conversation_id = ${conversation}
      where m.id = ${member}`.execute(db),
  );
}
