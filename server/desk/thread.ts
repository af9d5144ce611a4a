import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Chat } from '#contract/chat.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { icebreakersFor, openConversation } from '../chat/index.ts';
import { profileOf } from '../profiles/index.ts';
import { isOwedTheTruth } from './answer.ts';
import { assertFictional, holderOf } from './claims.ts';
import { viewerOf } from '../visibility/index.ts';
import { spendingOf } from './spending.ts';

/**
 * GET /api/admin/desk-thread.php: a conversation as its fictional profile sees it, the other's profile as the profile may see
 * it, the notes, and the member's own limits. Marks it read, as anybody's opening does.
 *
 * Refuses `not_found` for a conversation without a fictional profile.
 */
export async function deskThread(
  app: App,
  operator: number,
  query: { conversation: number; before?: number | undefined },
  host: string,
): Promise<CallReply<'deskThread'>> {
  const { db } = app;
  const { profile_id, member_id } = await assertFictional(db, query.conversation);
  const chat = JSON.parse((await openConversation(app, profile_id, query, host)).text) as Chat;
  const [profile, member, state, holder, asked, spending] = await Promise.all([
    profileOf(app, profile_id, profile_id),
    profileOf(app, profile_id, member_id),
    stateOf(app, query.conversation, member_id),
    holderOf(db, query.conversation),
    isOwedTheTruth(db, query.conversation, profile_id),
    spendingOf(db, member_id),
  ]);
  const { icebreakers } = await icebreakersFor(db, await viewerOf(app, profile_id, host), member_id, state.language as Locale, 0);
  return {
    chat,
    profile,
    member,
    memory: state.memory ?? '',
    memory_by: state.memory_by && state.memory_at ? { name: state.memory_by, at: state.memory_at.toISOString() } : null,
    waiting_since: state.since?.toISOString() ?? null,
    claimed_by: holder,
    mine: holder?.id === operator,
    asked_if_real: asked,
    spending,
    openings: icebreakers,
  };
}

interface State {
  language: string;
  memory: string | null;
  memory_by: string | null;
  memory_at: Date | null;
  since: Date | null;
}

async function stateOf({ db }: Pick<App, 'db'>, conversation: number, member: number): Promise<State> {
  const { rows } = await sql<State>`
    select m.language, memory.body as memory, by.name as memory_by, memory.updated_at as memory_at, w.since
      from members m left join desk_memory memory on memory.conversation_id = ${conversation}
        left join profiles by on by.id = memory.updated_by left join unanswered w on w.conversation_id = ${conversation}
      where m.id = ${member}`.execute(db);
  return rows[0]!;
}

/** PUT /api/admin/desk-thread.php: what the profile remembers of the other; the writer who has the conversation keeps it. */
export async function rememberOf({ db }: Pick<App, 'db'>, operator: number, conversation: number, memory: string): Promise<void> {
  await sql`insert into desk_memory (conversation_id, body, updated_by) values (${conversation}, ${memory.trim()}, ${operator})
    on conflict (conversation_id) do update set body = excluded.body, updated_by = excluded.updated_by, updated_at = app_now()`.execute(db);
}
