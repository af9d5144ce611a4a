import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { reviews } from './reviews.ts';
import { scoreAnswer } from './score-answer.ts';

export const qualityHandlers = (app: App) =>
  handlers({
    async deskReviews({ query: { cursor, done = false } }, { member, host }) {
      const { message_visible_days: visibleDays } = await settingsOf(app, host);
      return reviews(app.db, { sites: member.sites, cursor, done, visibleDays });
    },

    async scoreDeskAnswer({ body }, { member }) {
      await scoreAnswer(app.db, member.memberId, body);
      return { ok: true };
    },

    async deskScores({ query: { cursor } }, { member, host }) {
      const { message_visible_days: visibleDays } = await settingsOf(app, host);
      return reviews(app.db, { sites: null, cursor, done: true, visibleDays, writer: member.memberId });
    },
  });
