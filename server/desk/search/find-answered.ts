import { sql } from 'kysely';
import { type Db, one } from '../../platform/database/index.ts';
import { answeredConversations, type Place, type Wanted } from './answered-conversations.ts';

const PAGE = 20;
/** Messages that one request reads, apart from those of its last conversation. */
const MESSAGES = 20_000;
/** The newest messages of a conversation that are searched. */
const MOST_OF_ONE = 5000;

export interface Found {
  conversation_id: number;
  profile_id: number;
  member_id: number;
  message_id: number;
  answered_micros: number;
  /** The newest message with the words; all null if they are in the names. */
  said_id: number | null;
  said_by: number | null;
  said_micros: number | null;
  said: string | null;
}

interface Page {
  found: Found[];
  /** Where the messages of this request ended, if they did before its answers. */
  stopped: Place | null;
  /** Where its answers ended; null after the last answer. */
  reached: Place | null;
}

/**
 * A page of answered conversations, and where the next one starts; null after the last. The work of a request is
 * limited, not the number of results, so that a page can be short. There is no text index: db/functions/040_search_messages.sql
 * says why.
 */
export async function findAnswered(
  db: Db,
  wanted: Wanted,
): Promise<{ found: Found[]; next: readonly number[] | null }> {
  const { found, stopped, reached } = await one(
    sql<Page>`
      with ${answeredConversations(wanted)},
      weighed as (
        select a.*, sum(case when a.missing = '{}' then 0 else a.messages end)
            over (order by a.created_at desc, a.message_id desc rows between unbounded preceding and 1 preceding) as earlier
        from answered a),
      chosen as materialized (
        select * from weighed where coalesce(earlier, 0) < ${MESSAGES} order by created_at desc, message_id desc),
      found as (
        select c.conversation_id, c.profile_id, c.member_id, c.message_id, c.created_at, m.id, m.sender_id, m.body, m.created_at as said_at
        from chosen c
          left join lateral (
            select newest.* from (
              select * from messages_before(c.conversation_id, 9223372036854775807) said
              where said.id > c.cleared_to_id and said.created_at > app_now() - ${wanted.visibleDays} * interval '1 day'
              order by said.id desc limit ${MOST_OF_ONE}) newest
            where newest.body ~ all (c.missing)
            order by newest.id desc limit 1) m on c.missing <> '{}'
        where c.missing = '{}' or m.id is not null
        order by c.created_at desc, c.message_id desc limit ${PAGE})
      select
        coalesce((select json_agg(json_build_object('conversation_id', conversation_id, 'profile_id', profile_id, 'member_id', member_id,
            'message_id', message_id, 'answered_micros', ${micros('created_at')}, 'said_id', id, 'said_by', sender_id,
            'said_micros', ${micros('said_at')}, 'said', body) order by created_at desc, message_id desc) from found), '[]') as found,
        (select json_build_array(${micros('created_at')}, message_id) from chosen
          where (select count(*) from chosen) < (select count(*) from answered) order by created_at, message_id limit 1) as stopped,
        (select json_build_array(${micros('created_at')}, message_id) from reach) as reached`.execute(db),
  );
  const last = found.length === PAGE ? found.at(-1) : undefined;
  return { found, next: last ? [last.answered_micros, last.message_id] : (stopped ?? reached) };
}

/** Microseconds since 1970, the precision of the column. */
const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
