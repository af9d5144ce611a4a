import { refuse, type Refusal } from '../platform/http/refusal.ts';

export interface Relation {
  own: boolean;
  account: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
  profile: 'active' | 'disabled';
  /** Invisible to this viewer: incognito members are visible to those whom they like. */
  invisible: boolean;
  /**
   * A member of another pool of sites, an acquaintance (either has the other among their contacts), a held account, or a
   * partner's cam listing on a site whose setting `member_resell` hides such listings.
   */
  withheld: boolean;
  blockedBy: boolean;
  blocked: boolean;
  talked: boolean;
}

/**
 * A place where a viewer can meet a profile: `listed` in lists (search, related, likes, swipe), `opened` on
 * the profile's screen, `approached` by a like or message.
 */
export type Surface = 'listed' | 'opened' | 'approached';

/**
 * The single rule for who may see whom. Returns `visible` or the reason for hiding: for `blocked_by` the
 * viewer learns that the member has blocked them; for `hidden` the profile must look as if it did not exist.
 *
 * - Deleted, pending deletion, banned, of another pool of sites, an acquaintance, or a resold cam listing on a site
 *   without them: hidden, even in an existing conversation.
 * - Unconfirmed: visible only to members who have a conversation with them.
 * - Profile disabled by an operator: hidden from everybody, even in an existing conversation.
 * - Invisible: visible only through a conversation, and never listed or approached. Incognito members are
 *   invisible to everybody whom they do not like, and in no list of strangers.
 * - Blocked by the other member: `blocked_by`. Blocked by the viewer: can be opened (to unblock), nothing
 *   else.
 */
export function seenThrough(relation: Relation, surface: Surface): 'visible' | 'blocked_by' | 'hidden' {
  if (relation.own) return surface === 'opened' ? 'visible' : 'hidden';
  if (isGone(relation)) return 'hidden';
  const listed = isListed(relation);
  if (!listed && !isKnownByTalking(relation)) return 'hidden';
  if (relation.blockedBy) return 'blocked_by';
  if (surface === 'opened') return 'visible';
  return listed && !relation.blocked ? 'visible' : 'hidden';
}

const isGone = ({ withheld, account }: Relation): boolean =>
  withheld || (account !== 'active' && account !== 'not_confirmed');

const isListed = ({ account, profile, invisible }: Relation): boolean =>
  account === 'active' && profile === 'active' && !invisible;

/** The profile of an unconfirmed account is disabled, but existing conversations still show it. */
const isKnownByTalking = ({ talked, profile, account }: Relation): boolean =>
  talked && (profile === 'active' || account === 'not_confirmed');

export const refusalOf = (seen: 'blocked_by' | 'hidden', name: string): Refusal =>
  seen === 'blocked_by' ? refuse('blocked_by', { name }) : refuse('not_found');
