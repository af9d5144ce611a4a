import type { App } from '../platform/app.ts';
import { hydrate } from '../profiles/index.ts';
import { viewerOf } from '../visibility/index.ts';
import type { LikeOutcome, UnlikeOutcome } from './like-profile.ts';

/**
 * Tells open browsers that a like is withdrawn: what shows it goes away, lists and badges follow. Only where the like could
 * be seen, so that nothing is told of somebody hidden.
 */
export function announceUnlike(app: Pick<App, 'events'>, liker: number, liked: number, { told }: Pick<UnlikeOutcome, 'told'>): void {
  if (told) app.events.emit(liked, 'unlike', { profile: liker });
}

/**
 * Tells open browsers of a new like, after the commit: the liked one of the like, both of a match. A liker whom the liked
 * one may not see (invisible, unconfirmed) is not announced.
 */
export async function announceLike(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  liker: number,
  liked: number,
  { told, match, versions }: LikeOutcome,
): Promise<void> {
  if (!told) return;
  const [from, to] = [
    { id: liker, version: versions.liker },
    { id: liked, version: versions.liked },
  ];
  const { hides } = await viewerOf(app, null);
  const people = await hydrate(app, { id: null, ...(hides && { hides }) }, match ? [from, to] : [from]);
  const card = people.card(from);
  if (!card) return;
  app.events.emit(liked, match ? 'match' : 'like', { profile: card });
  const other = match ? people.card(to) : null;
  if (other) app.events.emit(liker, 'match', { profile: other });
}
