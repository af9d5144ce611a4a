import type { App } from '../platform/app.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { announceLike, announceUnlike } from './announce.ts';
import { autoLike } from './auto-like.ts';
import { likeProfile } from './like-profile.ts';
import { likesOf } from './likes-of.ts';
import { chooseSwipe, swipeOf } from './swipe.ts';
import { undoSwipe } from './undo-swipe.ts';
import { unlikeProfile } from './unlike-profile.ts';

export function likesHandlers(app: App) {
  return handlers({
    likes: async ({ query }, call) =>
      likesOf(app, await viewerOf(app, call.member.memberId, call.host), query?.type, query?.cursor),

    async like({ body }, call) {
      assertConsent(call.member);
      const { memberId } = call.member;
      const outcome = await likeProfile(app.db, await viewerOf(app, memberId, call.host), body.profile);
      await announceLike(app, memberId, body.profile, outcome);
      return { liked: true, match: outcome.match };
    },

    async unlike({ body }, call) {
      const { memberId } = call.member;
      announceUnlike(
        app,
        memberId,
        body.profile,
        await unlikeProfile(app.db, await viewerOf(app, memberId, call.host), body.profile),
      );
      return { liked: false, match: false };
    },

    async autoLike(_input, call) {
      assertConsent(call.member);
      return autoLike(app, await viewerOf(app, call.member.memberId, call.host));
    },

    async swipe(_input, call) {
      assertConsent(call.member);
      return swipeOf(
        app,
        await viewerOf(app, call.member.memberId, call.host),
        rulesOf(await settingsOf(app, call.host)),
      );
    },

    async swipeChoice({ body }, call) {
      assertConsent(call.member);
      const { memberId } = call.member;
      const viewer = await viewerOf(app, memberId, call.host);
      const rules = rulesOf(await settingsOf(app, call.host));
      const outcome = await chooseSwipe(app.db, viewer, body, rules);
      if (outcome) await announceLike(app, memberId, body.profile, outcome);
      return { ...(await swipeOf(app, viewer, rules)), match: outcome?.match ?? false };
    },

    async swipeUndo({ body }, call) {
      const { memberId } = call.member;
      const viewer = await viewerOf(app, memberId, call.host);
      const { undone, told } = await undoSwipe(app.db, viewer, body.profile);
      announceUnlike(app, memberId, body.profile, { told });
      return {
        ...(await swipeOf(
          app,
          viewer,
          rulesOf(await settingsOf(app, call.host)),
          undone ? body.profile : null,
        )),
        undone,
      };
    },
  });
}

/** Likes and suggestions use what members look for, which needs their consent. */
function assertConsent({ consentWithdrawn }: MemberSession): void {
  if (consentWithdrawn) throw refuse('consent_withdrawn');
}

const rulesOf = (settings: { swipe_likes: number; time_zone: string }) => ({
  likesPerDay: settings.swipe_likes,
  timeZone: settings.time_zone,
});
