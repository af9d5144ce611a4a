import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { changeSharedDate } from './change-shared-date.ts';
import { checkIn } from './check-in.ts';
import { endSharedDate } from './end-shared-date.ts';
import { shareDate } from './share-date.ts';
import { dateOfFriend, sharedDatesOf } from './shared-dates.ts';

export const safetyHandlers = (app: App) =>
  handlers({
    sharedDates: async (_input, { member }) => ({ dates: await sharedDatesOf(app, member.memberId) }),

    shareDate: async ({ body }, { member, host }) => ({
      id: await shareDate(app, member.memberId, body, host),
    }),

    async changeSharedDate({ body }, { member, host }) {
      await changeSharedDate(app, member.memberId, body, host);
      return { ok: true };
    },

    async endSharedDate({ body }, { member }) {
      await endSharedDate(app.db, member.memberId, body.id);
      return { ok: true };
    },

    dateOfFriend: ({ query }) => dateOfFriend(app, query.token),

    checkIn: async ({ body }, { member }) => ({
      checked_in_at: await checkIn(app, member?.memberId ?? null, body),
    }),
  });
