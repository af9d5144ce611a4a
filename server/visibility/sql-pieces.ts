import { sql, type RawBuilder } from 'kysely';
import type { HideableCardField } from '#contract/profiles.ts';

// The rule of rules.ts as pieces of SQL, for lists. Every statement that shows people is made of these; the matrix test asks
// each surface in each state and so holds them and `seenThrough` together.

/** Who looks: a member's id, null for a visitor, or in SQL the column that holds it; and whether the site shows resold cam listings. */
export interface Viewer<Id = number | null> {
  id: Id;
  resell: boolean;
  /** What the site leaves out of everybody's card (setting `visible_profile_fields`). */
  hides?: readonly HideableCardField[];
}

/** Everybody's list, over `profiles p`: active, not invisible, not the viewer's own, and no block in either direction. */
export const listedFor = ({ id, resell }: Viewer): RawBuilder<boolean> =>
  id === null ? sql`(p.listed and ${offered(resell)})` : sql`(p.listed and p.id <> ${id}::bigint and ${unblocked(id)} and ${offered(resell)})`;

/**
 * Neither of `profiles p` and the viewer blocked the other. The blocks are read once for the statement, not once for each
 * row: a search looks at hundreds of rows, and a member has few blocks.
 */
const unblocked = (viewer: number | RawBuilder<number>): RawBuilder<boolean> => sql`p.id <> all(array(${blockedWith(viewer)}))`;

const blockedWith = (viewer: number | RawBuilder<number>) =>
  sql`select blocked_id from blocks where blocker_id = ${viewer}::bigint union all select blocker_id from blocks where blocked_id = ${viewer}::bigint`;

/** Whom everybody else's list has and the viewer's has not, over `profiles p`: the viewer, and those of a block in either direction. */
export const keptFrom = (viewer: number): RawBuilder<boolean> => sql`p.id = any(array(${blockedWith(viewer)} union all select ${viewer}::bigint))`;

/** Cam listings of other houses show only where the site resells them, over `profiles p`. */
const offered = (resell: boolean): RawBuilder<boolean> => (resell ? sql`true` : sql`p.cam_variant is distinct from 'resell'`);

/**
 * Lists of people who know each other already (likes, recently viewed), over `profiles p`: as `listedFor`, or a
 * conversation exists that makes an invisible member visible. That one is looked up only for those who are invisible; an
 * `exists` would be planned as a read of all conversations of the viewer.
 */
export const knownTo = ({ id, resell }: Viewer<number | RawBuilder<number>>): RawBuilder<boolean> => sql`(
  (p.listed or (p.status = 'active' and (select true from participants c where c.member_id = ${id}::bigint and c.other_id = p.id) is true))
  and p.id <> ${id}::bigint and ${unblocked(id)} and ${offered(resell)})`;

/**
 * A member's conversations, over `profiles p` of the other: the other is there, and neither blocked the other. A profile is active
 * only while its account is, as `listed` has it too: so the account is looked at only where the profile is not.
 */
export const talkingWith = (viewer: number | RawBuilder<number>): RawBuilder<boolean> =>
  sql`((p.status = 'active' or (select is_there(m.status, p.status) from members m where m.id = p.id)) and ${unblocked(viewer)})`;

/**
 * The columns of a `Relation`, over `profiles p` and `members m` of the other. A statement that has the viewer's side of their conversation already
 * says by `talked` whether there is one.
 */
export const relationColumns = (
  { id, resell }: Viewer<number | null | RawBuilder<number>>,
  talked: RawBuilder<boolean> = sql`exists (select from participants where member_id = ${id}::bigint and other_id = p.id)`,
): RawBuilder<unknown> => sql`
  p.id = ${id}::bigint is true as own, m.status as account, p.status as profile, p.invisible, not ${offered(resell)} as withheld,
  exists (select from blocks where blocker_id = p.id and blocked_id = ${id}::bigint) as "blockedBy",
  exists (select from blocks where blocker_id = ${id}::bigint and blocked_id = p.id) as blocked,
  ${talked} as talked`;
