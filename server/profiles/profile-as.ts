import type { Onlooker } from '#contract/lists/onlookers.ts';
import type { ProfileAs } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { relationTo, seenThrough, type Relation, type Viewer } from '../visibility/index.ts';
import { profileOf } from './whole-profile.ts';

/** No member has this id: a viewer without likes, blocks and conversations. */
const STRANGER = 0;

/** How each onlooker's relation differs from a stranger's. */
const differences: Record<Onlooker, Partial<Relation>> = {
  visitor: {},
  free: {},
  premium: {},
  blocked: { blockedBy: true },
  // The owner likes no stranger.
  incognito: { invisible: true },
};

/**
 * GET /api/profile-as.php: the member's own profile as somebody else sees it. It takes the queries, the visibility
 * rule and the presentation of any other viewer, with a stand-in for the viewer, so that it shows what others
 * get. Opening it is not recorded as a visit.
 */
export async function profileAs(
  app: Pick<App, 'db' | 'parts'>,
  owner: Viewer<number>,
  as: Onlooker,
): Promise<ProfileAs> {
  const viewer = { ...owner, id: as === 'visitor' ? null : STRANGER, premium: as === 'premium' };
  const found = await relationTo(app.db, viewer, owner.id);
  if (!found) throw refuse('not_found');
  const relation = { ...found, ...differences[as] };
  const seen = seenThrough(relation, 'opened');
  return {
    seen,
    listed: seenThrough(relation, 'listed') === 'visible',
    profile: seen === 'visible' ? await profileOf(app, viewer, owner.id) : null,
  };
}
