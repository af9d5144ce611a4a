import { sql, type RawBuilder } from 'kysely';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { type Languages, memberInLanguages, memberInSites } from '../../site-scope/index.ts';
import { talkingWith } from '../../visibility/index.ts';

type Condition = RawBuilder<unknown>;

/** A position in the list: the answer's time in microseconds, and its message. */
export type Place = readonly [answeredMicros: number, message: number];

export interface Wanted {
  /** Regular expressions; a conversation must match each in a name or, together, in one message. */
  patterns: readonly string[];
  sites: Sites;
  /** The writer whose languages and profiles limit the search; null for a supervisor. */
  writer: number | null;
  languages: Languages;
  /** Calendar days of the answers in the site's time zone. */
  from: string | null;
  until: string | null;
  timeZone: string;
  visibleDays: number;
  place: Place | null;
}

/** Answers that one request reads. A conversation has several; only the last one counts. Without words few fill a page. */
const answersOf = ({ patterns }: Wanted): number => (patterns.length > 0 ? 4000 : 400);

const lies = (answer: string, { from, until, timeZone, visibleDays }: Wanted): Condition => {
  const at = sql.ref(`${answer}.created_at`);
  return sql`${at} > app_now() - ${visibleDays} * interval '1 day'
    and (${from}::date is null or ${at} >= ${from}::date::timestamp at time zone ${timeZone})
    and (${until}::date is null or ${at} < (${until}::date + 1)::timestamp at time zone ${timeZone})`;
};

const below = (place: Place | null): Condition =>
  place === null
    ? sql`true`
    : sql`(a.created_at, a.message_id) < (timestamptz 'epoch' + ${place[0]}::bigint * interval '1 microsecond', ${place[1]}::bigint)`;

/**
 * The answers of one request, latest first, from the index desk_answers_by_time. They are limited before anything is
 * joined, so that a search for something rare does not read all of them.
 */
const walked = (wanted: Wanted): Condition => sql`
  select a.conversation_id, a.profile_id, a.message_id, a.created_at from desk_answers a
  where ${lies('a', wanted)} and ${below(wanted.place)}
  order by a.created_at desc, a.message_id desc limit ${answersOf(wanted)}`;

/** A writer's languages, and the profiles that supervisors gave them. Empty lists mean all, as in `assignConversations`. */
const isOfWriter = ({ writer, languages }: Wanted): Condition =>
  writer === null
    ? sql`true`
    : sql`${memberInLanguages(languages, 'other')} and not exists (select from desk_writers d
        where d.operator_id = ${writer} and d.profiles <> '{}' and house.id <> all(d.profiles))`;

/**
 * The conversations of the answers in `walked`, each at its last answer: those of members whom the profile can still
 * write to, who belong to the operator's sites and to the writer. `missing` are the patterns that no name matches, and
 * `messages` is about how many messages a search for them reads.
 */
const answered = (wanted: Wanted): Condition => sql`
  select w.conversation_id, w.profile_id, p.id as member_id, w.message_id, w.created_at, side.cleared_to_id,
    array(select pattern from unnest(${wanted.patterns}::text[]) pattern where not (p.name ~ pattern or house.name ~ pattern)) as missing,
    side.messages_sent + coalesce((select theirs.messages_sent from side_of(p.id, w.conversation_id) theirs), 0) as messages
  from walked w
    join conversations c on c.id = w.conversation_id
    join profiles house on house.id = w.profile_id and house.kind = 'fictional'
    join profiles p on p.id = c.member_low + c.member_high - house.id
    join members other on other.id = p.id
    cross join lateral side_of(house.id, c.id) side
  where not side.hidden
    and not exists (select from desk_answers later where later.conversation_id = w.conversation_id and ${lies('later', wanted)}
      and (later.created_at, later.message_id) > (w.created_at, w.message_id))
    and ${memberInSites(wanted.sites, 'other')} and ${isOfWriter(wanted)}
    and ${talkingWith({ id: sql<number>`house.id`, pool: sql<number>`house.pool_id` })}`;

/**
 * The common table expressions `walked` and `answered`, and how far the answers of this request reach (`reach`; null if
 * there are no more).
 */
export const answeredConversations = (wanted: Wanted): Condition => sql`
  walked as materialized (${walked(wanted)}),
  answered as materialized (${answered(wanted)} order by w.created_at desc, w.message_id desc),
  reach as (select created_at, message_id from walked order by created_at desc, message_id desc offset ${answersOf(wanted) - 1})`;
