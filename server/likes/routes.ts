import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { announceLike, announceUnlike } from './announce.ts';
import { autoLike } from './auto-like.ts';
import { likeProfile, unlikeProfile } from './like-profile.ts';
import { likesOf } from './likes-of.ts';
import { chooseSwipe, swipeOf } from './swipe.ts';
import { undoSwipe } from './undo-swipe.ts';

/** likes.php, like.php, auto-like.php, swipe.php. */
export function likesHandlers(app: App) {
  return handlers({
    likes: async ({ query }, call) => likesOf(app, await viewerOf(app, call.member.memberId, call.host), query?.type, query?.cursor),

    async like({ body }, call) {
      const { memberId } = call.member;
      const outcome = await likeProfile(app.db, app.jobs, await viewerOf(app, memberId, call.host), body.profile);
      await announceLike(app, memberId, body.profile, outcome);
      return { liked: outcome.liked, match: outcome.match };
    },

    async unlike({ body }, call) {
      const { memberId } = call.member;
      if (await unlikeProfile(app.db, memberId, body.profile)) await announceUnlike(app, memberId, body.profile);
      return { liked: false, match: false };
    },

    async autoLike(_input, call) {
      return autoLike(app, await viewerOf(app, call.member.memberId, call.host));
    },

    async swipe(_input, call) {
      return swipeOf(app, await viewerOf(app, call.member.memberId, call.host), rulesOf(await settingsOf(app, call.host)));
    },

    async swipeChoice({ body }, call) {
      const { memberId } = call.member;
      const viewer = await viewerOf(app, memberId, call.host);
      const rules = rulesOf(await settingsOf(app, call.host));
      const outcome = await chooseSwipe(app.db, app.jobs, viewer, body, rules);
      if (outcome) await announceLike(app, memberId, body.profile, outcome);
      return { ...(await swipeOf(app, viewer, rules)), match: outcome?.match ?? false };
    },

    async swipeUndo({ body }, call) {
      const { memberId } = call.member;
      const { undone, unliked } = await undoSwipe(app.db, memberId, body.profile);
      if (unliked) await announceUnlike(app, memberId, body.profile);
      return {
        ...(await swipeOf(app, await viewerOf(app, memberId, call.host), rulesOf(await settingsOf(app, call.host)), undone ? body.profile : null)),
        undone,
      };
    },
  });
}

const rulesOf = (settings: { swipe_likes: number; time_zone: string }) => ({ likesPerDay: settings.swipe_likes, timeZone: settings.time_zone });
