import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { excerptOf, isSearchable, searchWords } from '#contract/rules/chat-search-rules.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { profileCards, withoutHidden } from '../../profiles/index.ts';
import { talkingWith, type Viewer } from '../../visibility/index.ts';
import { searchPattern } from './search-pattern.ts';

const MOST_PEOPLE = 20;
/** The newest conversations are looked through for names. */
const NAMES_OF = 2000;
const PAGE = 20;
/** Rows that one answer may look at: 50 ms of PostgreSQL at worst, on a busy machine. The next page goes on from there. */
const BUDGET = 5000;

interface Found {
  conversation: number;
  other: number;
  side: number;
  message: number;
  sender: number | null;
  created_at: Date | null;
  /** Null in the last row of a page: where the search stopped. */
  body: string | null;
}

/**
 * POST /api/chat-search.php: people of the member's own conversations by name (first page) and what was said in them by
 * words, newest conversation first. Removed and hidden conversations, deleted messages, those beyond the retention and
 * those who are gone or blocked are not found. A page may have few hits and still go on (`next`): work is bounded, not
 * the number of hits.
 *
 * Refuses `bad_request` for a cursor of another list.
 */
export async function searchConversations(
  app: Pick<App, 'db' | 'parts'>,
  { id: member, hides }: Viewer<number>,
  { text, cursor }: { text: string; cursor?: string | undefined },
  visibleDays: number,
): Promise<CallReply<'searchChats'>> {
  const { db } = app;
  const words = searchWords(text);
  if (!isSearchable(words)) return { people: [], messages: [], next: null };
  const patterns = words.map(searchPattern);
  const list = `chat search ${member}`;
  const place = readCursor(list, cursor, 3);
  const [people, rows] = await Promise.all([place ? [] : peopleNamed(db, member, patterns), messagesWith(db, member, patterns, visibleDays, place)]);

  const stopped = rows.at(-1)?.body === null ? rows.at(-1)! : null;
  const hits = rows.filter(({ body }) => body !== null);
  const ids = [...new Set([...people, ...hits].map(({ other }) => other))];
  const cards = new Map((await profileCards(app, member, ids)).map((card) => [card.id, withoutHidden(card, hides)]));
  return {
    people: people.flatMap(({ conversation, other }) => (cards.has(other) ? [{ conversation, profile: cards.get(other)! }] : [])),
    messages: hits.flatMap(({ conversation, other, message, sender, created_at, body }) => {
      const profile = cards.get(other);
      if (!profile) return [];
      const excerpt = excerptOf(body!, words);
      return [{ conversation, profile, message, sender: sender!, created_at: created_at!.toISOString(), ...excerpt }];
    }),
    next: stopped && writeCursor(list, [stopped.conversation, stopped.message, stopped.side]),
  };
}

async function peopleNamed(db: Db, member: number, patterns: string[]): Promise<{ conversation: number; other: number }[]> {
  const { rows } = await sql<{ conversation: number; other: number }>`
    select side.conversation_id as conversation, side.other_id as other
    from (
      select conversation_id, other_id, last_message_id from participants
        where member_id = ${member} and not hidden order by last_message_id desc limit ${NAMES_OF}
    ) side
      join profiles p on p.id = side.other_id
    where p.name ~ all (${patterns}::text[]) and ${talkingWith(member)}
    order by side.last_message_id desc limit ${MOST_PEOPLE}`.execute(db);
  return rows;
}

async function messagesWith(db: Db, member: number, patterns: string[], days: number, place: number[] | null): Promise<Found[]> {
  // Where the last page stopped: the conversation it was in, the message, and the newest message of that conversation.
  const [conversation, before, side] = place ?? [null, null, null];
  const { rows } = await sql<Found>`
    select * from search_messages(${member}, ${patterns}::text[], ${days}::int, ${conversation}::bigint, ${before}::bigint, ${side}::bigint, ${BUDGET}, ${PAGE})`.execute(
    db,
  );
  return rows;
}
