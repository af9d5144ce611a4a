import { refuse, type Refusal } from '../platform/http/refusal.ts';

/** The relation between a viewer and a profile, as `relationColumns` reads it. */
export interface Relation {
  /** The viewer's own profile. */
  own: boolean;
  /** Status of the other's account. */
  account: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
  profile: 'active' | 'disabled';
  invisible: boolean;
  /** A cam listing of another house, on a site that does not show them (setting `member_resell`). */
  withheld: boolean;
  /** The other blocked the viewer. */
  blockedBy: boolean;
  /** The viewer blocked the other. */
  blocked: boolean;
  /** A conversation between the two exists. */
  talked: boolean;
}

/** What a viewer may do with a profile: stand in lists (search, related, likes, swipe), open it, or like and write to it. */
export type Surface = 'listed' | 'opened' | 'approached';

/**
 * The one rule of who may see whom. `visible`, or why not: `blocked_by` is the refusal that says so by name, everything else
 * looks like a profile that does not exist.
 *
 * - Deleted, pending deletion, banned, or a resold cam listing where the site shows none: nobody sees them.
 * - Unconfirmed: only those who have a conversation with them.
 * - A profile that an operator disabled: nobody, not even through a conversation.
 * - Invisible: only through a conversation, and then neither listed nor approached again.
 * - Blocked by the other: `blocked_by`. Blocked by the viewer: can be opened (to unblock), nothing else.
 */
export function seenThrough(relation: Relation, surface: Surface): 'visible' | 'blocked_by' | 'hidden' {
  const { account } = relation;
  if (relation.own) return surface === 'opened' ? 'visible' : 'hidden';
  if (relation.withheld || (account !== 'active' && account !== 'not_confirmed')) return 'hidden';
  const listed = account === 'active' && relation.profile === 'active' && !relation.invisible;
  const known = listed || (relation.talked && (relation.profile === 'active' || account === 'not_confirmed'));
  if (!known) return 'hidden';
  if (relation.blockedBy) return 'blocked_by';
  if (surface === 'opened') return 'visible';
  return listed && !relation.blocked ? 'visible' : 'hidden';
}

/** The refusal that a hidden or blocking profile answers with. */
export const refusalOf = (seen: 'blocked_by' | 'hidden', name: string): Refusal =>
  seen === 'blocked_by' ? refuse('blocked_by', { name }) : refuse('not_found');
