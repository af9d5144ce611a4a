import { sql, type RawBuilder } from 'kysely';
import { activityKindNames, kindOf } from '#contract/activity/activity-kinds.ts';
import { knownTo, type ListViewer } from '../visibility/index.ts';

type MemberViewer = ListViewer<number | RawBuilder<number>>;

const withPerson = activityKindNames.filter((kind) => kindOf(kind).person === 'needed');

/**
 * Condition for events that a member sees, over `activities a` and its person, the left-joined `profiles p`. A
 * like or match is listed while the likes exist, and a request while it waits. Each subquery returns one value,
 * because PostgreSQL would plan a plain `exists` as a scan of all likes of the member.
 */
export const shownTo = (viewer: MemberViewer): RawBuilder<boolean> => sql`(
  (a.kind <> all(${sql.lit(`{${withPerson.join(',')}}`)}::text[]) or coalesce(${knownTo(viewer)}, false))
  and (a.kind not in ('like', 'match') or (select true from likes l where l.liker_id = a.about_id and l.liked_id = a.member_id) is true)
  and (a.kind <> 'match' or (select true from likes l where l.liker_id = a.member_id and l.liked_id = a.about_id) is true)
  and (a.kind <> 'request' or (select side.request in ('waiting', 'veiled') from side_with(a.member_id, a.about_id) side) is true))`;

/** Condition that an event is new. A like or match is not once the member has opened the profile. */
export const isNew = sql<boolean>`(a.unread and (a.kind not in ('like', 'match')
  or (select l.like_new from likes l where l.liker_id = a.about_id and l.liked_id = a.member_id) is true))`;

/** The bell shows 99+ above 99. */
const MOST_COUNTED = 100;

/** SQL column for the bell: new events that the member sees. */
export const newActivityCount = (viewer: MemberViewer): RawBuilder<number> => sql`(
  select count(*)::int from (
    select from activities a left join profiles p on p.id = a.about_id
    where a.member_id = ${viewer.id}::bigint and ${isNew} and ${shownTo(viewer)} limit ${sql.lit(MOST_COUNTED)}
  ) news)`;
