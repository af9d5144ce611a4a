import { sql, type RawBuilder } from 'kysely';
import type { HideableField } from '#contract/profile-fields.ts';
import type { VerificationRule } from '#contract/rules/verification-rules.ts';

// SQL fragments of the rule in rules.ts. Every query that shows people must use them. The matrix in
// visibility.test.ts checks that they agree with `seenThrough`.

/**
 * The viewer of a list: a member's id, null for a visitor, or the SQL column that holds the id. `pool` is the
 * pool of sites whose members the viewer sees.
 */
export interface ListViewer<Id = number | null, Pool = number | RawBuilder<number>> {
  id: Id;
  pool: Pool;
  resell: boolean;
  /** An array of the members that `unblocked` leaves out, for statements that read it once (`apartFrom`). */
  apart?: RawBuilder<unknown>;
  /** An array of the members that `listedFor` leaves out, for statements that read it once (`leftOutFrom`). */
  leftOut?: RawBuilder<unknown>;
}

export interface CardViewer<Id = number | null> {
  id: Id;
  hides: readonly HideableField[];
  /** Only for a stand-in that is no member: it sees what a premium or free member sees. */
  premium?: boolean;
  /** The site shows voice introductions. */
  voiceIntros?: boolean;
}

export interface Viewer<Id = number | null> extends ListViewer<Id, number>, CardViewer<Id> {
  /** The countries whose members need an age check before contact, separated by commas. */
  ageCountries: string;
  /** The site's setting: who must be verified before contact with somebody new. */
  verificationRule: VerificationRule;
}

export const operatorView = <Id extends number | null>(id: Id): CardViewer<Id> => ({ id, hides: [] });

/**
 * Condition for public lists, over `profiles p`: the profile is active, not invisible, not the viewer's own,
 * neither has blocked the other, they are no acquaintances, and the viewer has not dismissed it.
 */
export const listedFor = (viewer: ListViewer<number | RawBuilder<number> | null>): RawBuilder<boolean> =>
  viewer.id === null
    ? sql`(p.listed and ${offered(viewer)})`
    : sql`(p.listed and p.id <> all(${viewer.leftOut ?? leftOutBy(viewer.id)}) and ${offered(viewer)})`;

/**
 * Condition for searches of a trip's place, over `trips t`, beside `listedFor` of the traveller. It holds from the first to
 * the last day by the database's clock. Other trips are shown to nobody but their owner (docs/product.md 6.23).
 */
export const isUnderWay = sql<boolean>`(t.starts_at <= app_now() and t.ends_at > app_now())`;

export const inPool = ({ pool }: Pick<ListViewer, 'pool'>): RawBuilder<boolean> =>
  sql`p.pool_id = ${pool}::smallint`;

/**
 * Condition that neither member has blocked the other or has them among their contacts, over `profiles p`. The array is built once per query
 * instead of once per row: a search reads hundreds of rows, and a member has few blocks.
 */
const unblocked = ({
  id,
  apart = sql`array(${blockedWith(id)})`,
}: Pick<ListViewer<number | RawBuilder<number>>, 'id' | 'apart'>): RawBuilder<boolean> =>
  sql`p.id <> all(${apart})`;

/**
 * The array of `unblocked` for a statement that uses a condition more than once: `with ${cte}`, and `apart` in the
 * viewer. Each further array would add nine nodes to the plan, which cost time even if they are never executed.
 */
export const apartFrom = (
  viewer: number | RawBuilder<number>,
): { cte: RawBuilder<unknown>; apart: RawBuilder<unknown> } => ({
  cte: sql`apart as materialized (select array(${blockedWith(viewer)}) as ids)`,
  apart: sql`(select ids from apart)::bigint[]`,
});

/**
 * Builds the array once for a statement that uses both `listedFor` and `keptFrom`. Put `cte` in its `with` clause and
 * pass `leftOut` in the viewer, as with `apartFrom`.
 */
export const leftOutFrom = (
  viewer: number | RawBuilder<number>,
): { cte: RawBuilder<unknown>; leftOut: RawBuilder<unknown> } => ({
  cte: sql`left_out as materialized (select ${leftOutBy(viewer)} as ids)`,
  leftOut: sql`(select ids from left_out)::bigint[]`,
});

/**
 * Array of the IDs left out of the viewer's lists: the viewer, blocks in either direction, acquaintances and dismissed
 * profiles ("not for me", docs/product.md 6.17).
 */
const leftOutBy = (viewer: number | RawBuilder<number>) =>
  sql`array(${blockedWith(viewer)} union all ${dismissedBy(viewer)} union all select ${viewer}::bigint)`;

const dismissedBy = (viewer: number | RawBuilder<number>) =>
  sql`select profile_id from dismissed_profiles where member_id = ${viewer}::bigint and until > app_now()`;

const blockedWith = (viewer: number | RawBuilder<number>) =>
  sql`select blocked_id from blocks where blocker_id = ${viewer}::bigint union all select blocker_id from blocks where blocked_id = ${viewer}::bigint union all ${acquaintancesOf(viewer)}`;

/** Members whom the viewer has among their contacts ("not my acquaintances", docs/product.md 6.22), and the reverse. */
const acquaintancesOf = (viewer: number | RawBuilder<number>) =>
  sql`select other_id from acquaintances where owner_id = ${viewer}::bigint union all select owner_id from acquaintances where other_id = ${viewer}::bigint`;

/** Condition for a list that blocks do not shorten, such as that of blocked members: `other` is no acquaintance. */
export const unacquainted = (
  other: RawBuilder<number>,
  viewer: number | RawBuilder<number>,
): RawBuilder<boolean> => sql`${other} <> all(array(${acquaintancesOf(viewer)}))`;

const areAcquainted = (viewer: number | null | RawBuilder<number>): RawBuilder<boolean> =>
  sql`(exists (select from acquaintances where owner_id = p.id and other_id = ${viewer}::bigint) or exists (select from acquaintances where owner_id = ${viewer}::bigint and other_id = p.id))`;

/** Condition for profiles that appear in other viewers' lists but not in this viewer's, over `profiles p`. */
export const keptFrom = (
  viewer: number | RawBuilder<number>,
  leftOut: RawBuilder<unknown> = leftOutBy(viewer),
): RawBuilder<boolean> => sql`p.id = any(${leftOut})`;

const offered = ({ pool, resell }: Pick<ListViewer, 'pool' | 'resell'>): RawBuilder<boolean> =>
  resell ? inPool({ pool }) : sql`(${inPool({ pool })} and p.cam_variant is distinct from 'resell')`;

/**
 * Condition for lists of people whom the viewer already knows (likes, recently viewed), over `profiles p`: as
 * `listedFor`, plus invisible members in a conversation with the viewer and incognito ones who like the viewer. The
 * subqueries run only for such profiles; PostgreSQL would plan a plain `exists` as a scan of all the viewer's conversations.
 */
export const knownTo = ({
  id,
  ...viewer
}: ListViewer<number | RawBuilder<number>>): RawBuilder<boolean> => sql`(
  (p.listed or (p.status = 'active' and (select true from side_with(${id}::bigint, p.id)) is true)
    or (p.incognito and p.status = 'active' and (select true from likes l where l.liker_id = p.id and l.liked_id = ${id}::bigint) is true))
  and p.id <> ${id}::bigint and ${unblocked({ id, ...viewer })} and ${offered(viewer)})`;

/**
 * Condition that `profiles p` accepts a first contact from `sender`: the recipient's conditions refuse neither a
 * like nor a message. Those that lead to requests do not count.
 */
export const acceptsContactFrom = (sender: number): RawBuilder<boolean> =>
  sql`(select u.code is null or not u.refused from unmet_condition(p.id, ${sender}::bigint) u)`;

/**
 * Condition that `profiles p` and a member meet each other's conditions for a first contact, requests included. The
 * member's own pause of new contacts does not count.
 */
export const suitsContact = (member: number): RawBuilder<boolean> =>
  sql`((select u.code from unmet_condition(p.id, ${member}::bigint) u) is null
    and coalesce((select u.code from unmet_condition(${member}::bigint, p.id) u), 'contact_paused') = 'contact_paused')`;

/**
 * Like `acceptsContactFrom`, for `profiles p` who like the sender: of their conditions only a pause counts
 * (docs/product.md 6.9). A scalar subquery, because PostgreSQL would collect everybody who paused for an `exists`.
 */
export const isOpenToLiked = sql<boolean>`(select c.paused from contact_conditions c where c.member_id = p.id) is not true`;

/**
 * Condition for a member's conversations, over `profiles p` of the other member: in the same pool, not
 * deleted, banned or held, neither has blocked the other, and they are no acquaintances. A profile is active only while its account is, so the
 * query reads the account only for inactive profiles.
 */
export const talkingWith = (
  viewer: Omit<ListViewer<number | RawBuilder<number>>, 'resell'>,
): RawBuilder<boolean> =>
  sql`((p.status = 'active' or (select is_reachable(m.status, p.status, m.held_at) from members m where m.id = p.id)) and ${unblocked(viewer)} and ${inPool(viewer)})`;

/**
 * The columns of a `Relation`, over `profiles p` and `members m` of the other member. Pass `talked` if the
 * query already joins the viewer's side of the conversation.
 */
export const relationColumns = (
  { id, ...viewer }: ListViewer<number | null | RawBuilder<number>>,
  talked: RawBuilder<boolean> = sql`exists (select from side_with(${id}::bigint, p.id))`,
): RawBuilder<unknown> => sql`
  p.id = ${id}::bigint is true as own, m.status as account, p.status as profile, is_invisible_to(${id}::bigint, p.id, p.invisible, p.incognito) as invisible,
  (not ${offered(viewer)} or ${areAcquainted(id)} or m.held_at is not null) as withheld,
  exists (select from blocks where blocker_id = p.id and blocked_id = ${id}::bigint) as "blockedBy",
  exists (select from blocks where blocker_id = ${id}::bigint and blocked_id = p.id) as blocked,
  ${talked} as talked`;
