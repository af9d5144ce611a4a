import type { App } from '../platform/app.ts';
import { profileCardMap, withoutHidden } from '../profiles/index.ts';
import { maySee, viewerOf } from '../visibility/index.ts';
import type { LikeOutcome } from './like-profile.ts';

/**
 * Tells open browsers that a like is withdrawn: what shows it goes away, lists and badges follow. Only where the like could
 * be seen, so that nothing is told of somebody hidden.
 */
export async function announceUnlike(app: Pick<App, 'db' | 'events' | 'parts'>, liker: number, liked: number): Promise<void> {
  if (!(await maySee(app.db, await viewerOf(app, liked), liker))) return;
  app.events.emit(liked, 'unlike', { profile: liker });
}

/**
 * Tells open browsers of a new like, after the commit: the liked one of the like, both of a match. A liker whom the liked
 * one may not see (invisible, unconfirmed) is not announced.
 */
export async function announceLike(app: Pick<App, 'db' | 'events' | 'parts'>, liker: number, liked: number, outcome: LikeOutcome): Promise<void> {
  if (!outcome.isNew || !(await maySee(app.db, await viewerOf(app, liked), liker))) return;
  const cards = await profileCardMap(app, null, [liker, liked]);
  const { hides } = await viewerOf(app, null);
  const [from, to] = [cards.get(liker), cards.get(liked)].map((card) => card && withoutHidden(card, hides));
  if (!from || !to) return;
  if (outcome.match) {
    app.events.emit(liked, 'match', { profile: from });
    app.events.emit(liker, 'match', { profile: to });
  } else {
    app.events.emit(liked, 'like', { profile: from });
  }
}
