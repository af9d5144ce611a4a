import { sql, type RawBuilder } from 'kysely';

/**
 * The rule for lists in SQL, over `profiles p`: listed (active and not invisible), not the viewer's own, and no block
 * in either direction. What `seenThrough(…, 'listed')` decides for one pair; the matrix test holds the two together.
 */
export const listedFor = (viewer: number | null): RawBuilder<boolean> =>
  viewer === null ? sql`p.listed` : sql`(p.listed and p.id <> ${viewer}::bigint and ${unblocked(viewer)})`;

/**
 * Neither of `profiles p` and the viewer blocked the other. The blocks are read once for the statement, not once for each
 * row: a search looks at hundreds of rows, and a member has few blocks.
 */
export const unblocked = (viewer: number | RawBuilder<number>): RawBuilder<boolean> => sql`p.id <> all(array(
  select blocked_id from blocks where blocker_id = ${viewer}::bigint union all select blocker_id from blocks where blocked_id = ${viewer}::bigint))`;

/**
 * The rule for lists of people who know each other already (likes): as `listedFor`, or a conversation exists that
 * makes an invisible member visible.
 */
export const knownTo = (viewer: number | RawBuilder<number>): RawBuilder<boolean> => sql`(
  (p.listed or (p.status = 'active' and exists (select from participants c where c.member_id = ${viewer}::bigint and c.other_id = p.id)))
  and p.id <> ${viewer}::bigint and ${unblocked(viewer)})`;
