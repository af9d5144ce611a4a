import type { App } from '../platform/app.ts';
import { hydrate } from '../profiles/index.ts';
import { viewerOf } from '../visibility/index.ts';
import type { LikeOutcome } from './like-profile.ts';
import type { UnlikeOutcome } from './unlike-profile.ts';

/**
 * Announces a withdrawn like to open browsers, so that the notice, lists and badges disappear or update. It
 * is sent only if the like was visible, so that it reveals nothing about a hidden member.
 */
export function announceUnlike(
  app: Pick<App, 'events'>,
  liker: number,
  liked: number,
  { told }: Pick<UnlikeOutcome, 'told'>,
): void {
  if (told) app.events.emit(liked, 'unlike', { profile: liker });
}

/**
 * Announces a new like to open browsers, after the commit: a like to its recipient, a match to both. It sends
 * nothing if the recipient may not see the liker (invisible, unconfirmed).
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
