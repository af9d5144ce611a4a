import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { FoundConversation } from '#contract/desk/search.ts';
import { excerptOf, isSearchable, searchWords } from '#contract/rules/chat-search-rules.ts';
import { leadsDesk } from '#contract/rules/desk-rules.ts';
import { searchPattern } from '../../chat/index.ts';
import type { App } from '../../platform/app.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { deskRows, presenter } from '../desk-row.ts';
import { type Found, findAnswered } from './find-answered.ts';

/**
 * POST /api/admin/desk-search: conversations that the desk has answered, latest answer first. Each word is in the name
 * of the member or the profile, and the words that are in neither are all in one message. Supervisors find those of
 * their sites, writers only those of their languages and profiles. Throws `bad_request` for a cursor of another search.
 */
export async function searchAnswered(
  app: Pick<App, 'db' | 'parts'>,
  {
    memberId: operator,
    sites,
    languages,
    roles,
  }: Pick<MemberSession, 'memberId' | 'sites' | 'languages' | 'roles'>,
  { text, from, until, cursor }: CallBody<'deskSearch'>,
  host: string,
): Promise<CallReply<'deskSearch'>> {
  const words = searchWords(text);
  if (words.length > 0 && !isSearchable(words)) return { conversations: [], next: null };
  const { time_zone: timeZone, message_visible_days: visibleDays } = await settingsOf(app, host);
  const list = `desk search ${operator} ${JSON.stringify([words, from, until])}`;
  const { found, next } = await findAnswered(app.db, {
    patterns: words.map(searchPattern),
    sites,
    writer: leadsDesk(roles) ? null : operator,
    languages,
    from: from ?? null,
    until: until ?? null,
    timeZone,
    visibleDays,
    place: readCursor(list, cursor, 2),
  });
  const { rows } = await deskRows(timeZone, ofFound(found), sql`true`).execute(app.db);
  const present = await presenter(app, rows);
  const shown = new Map(present(rows).map((row) => [row.conversation, row]));
  return {
    conversations: found.flatMap((each) => {
      const row = shown.get(each.conversation_id);
      return row ? [{ row, answered_at: timeOf(each.answered_micros), found: messageOf(each, words) }] : [];
    }),
    next: next && writeCursor(list, next),
  };
}

/** The found conversations with the columns of `unanswered`. */
const ofFound = (found: readonly Found[]) => sql`(
  select f.conversation_id, f.profile_id, f.member_id, u.since, u.returned_at
  from unnest(${found.map((each) => each.conversation_id)}::bigint[], ${found.map((each) => each.profile_id)}::bigint[],
      ${found.map((each) => each.member_id)}::bigint[]) f (conversation_id, profile_id, member_id)
    left join unanswered u on u.conversation_id = f.conversation_id) w`;

const timeOf = (micros: number) => new Date(micros / 1000).toISOString();

function messageOf(
  { said_id, said_by, said_micros, said, profile_id }: Found,
  words: readonly string[],
): FoundConversation['found'] {
  if (said_id === null || said_micros === null || said === null) return null;
  const excerpt = excerptOf(said, words);
  return { message: said_id, by_profile: said_by === profile_id, at: timeOf(said_micros), ...excerpt };
}
