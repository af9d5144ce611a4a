import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { excerptOf, isSearchable, searchWords } from '#contract/rules/chat-search-rules.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { profileCardMap } from '../../profiles/index.ts';
import { talkingWith, type Viewer } from '../../visibility/index.ts';
import { searchPattern } from './search-pattern.ts';

const MOST_PEOPLE = 20;
const NAMES_OF = 2000;
const PAGE = 20;
/**
 * Rows that one request may examine: at worst 50 ms of PostgreSQL on a busy machine. The next page continues
 * from there.
 */
const BUDGET = 5000;

interface Place {
  conversation: number;
  other: number;
  side: number;
  message: number;
}
type Match = Place & { sender: number; created_at: Date; body: string };
type Stop = Place & { sender: null; created_at: null; body: null };

/**
 * POST /api/chat-search.php: finds the other members of the member's conversations by name (first page) and
 * messages by words, newest conversation first. Excludes removed and hidden conversations, deleted messages,
 * those older than the retention, and members whose account is closed or who are blocked. A page with few
 * results can have a next one (`next`), because the limit is on the work, not on the number of results.
 * Throws `bad_request` for a cursor of another list.
 */
export async function searchConversations(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  { text, cursor }: { text: string; cursor?: string | undefined },
  visibleDays: number,
): Promise<CallReply<'searchChats'>> {
  const { db } = app;
  const { id: member } = viewer;
  const words = searchWords(text);
  if (!isSearchable(words)) return { people: [], messages: [], next: null };
  const patterns = words.map(searchPattern);
  const list = `chat search ${member}`;
  const place = readCursor(list, cursor, 3);
  const [people, rows] = await Promise.all([
    place ? [] : peopleNamed(db, viewer, patterns),
    messagesWith(db, member, patterns, visibleDays, place),
  ]);

  const last = rows.at(-1);
  const stopped = last?.body === null ? last : null;
  const hits = rows.filter((row) => row.body !== null);
  const ids = [...people, ...hits].map(({ other }) => other);
  const cards = await profileCardMap(app, viewer, ids);
  return {
    people: people.flatMap(({ conversation, other }) => {
      const profile = cards.get(other);
      return profile ? [{ conversation, profile }] : [];
    }),
    messages: hits.flatMap(({ conversation, other, message, sender, created_at, body }) => {
      const profile = cards.get(other);
      if (!profile) return [];
      const excerpt = excerptOf(body, words);
      return [
        {
          conversation,
          profile,
          message,
          sender,
          created_at: created_at.toISOString(),
          ...excerpt,
        },
      ];
    }),
    next: stopped && writeCursor(list, [stopped.conversation, stopped.message, stopped.side]),
  };
}

async function peopleNamed(
  db: Db,
  viewer: Viewer<number>,
  patterns: string[],
): Promise<{ conversation: number; other: number }[]> {
  const { rows } = await sql<{ conversation: number; other: number }>`
    select side.conversation_id as conversation, side.other_id as other
    from (
      select conversation_id, other_id, last_message_id from sides_of(${viewer.id})
        where not hidden order by last_message_id desc limit ${NAMES_OF}
    ) side
      join profiles p on p.id = side.other_id
    where p.name ~ all (${patterns}::text[]) and ${talkingWith(viewer)}
    order by side.last_message_id desc limit ${MOST_PEOPLE}`.execute(db);
  return rows;
}

async function messagesWith(
  db: Db,
  member: number,
  patterns: string[],
  days: number,
  place: number[] | null,
): Promise<(Match | Stop)[]> {
  const [conversation, before, side] = place ?? [null, null, null];
  const { rows } = await sql<Match | Stop>`
    select * from search_messages(${member}, ${patterns}::text[], ${days}::int, ${conversation}::bigint, ${before}::bigint, ${side}::bigint, ${BUDGET}, ${PAGE})`.execute(
    db,
  );
  return rows;
}
