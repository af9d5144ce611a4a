import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import type { Module } from '../platform/module.ts';
import { LIKE_NOTIFICATION } from '../likes/index.ts';
import { MESSAGE_NOTIFICATION } from '../chat/index.ts';
import { PHOTO_NOTIFICATION } from '../photos/index.ts';
import { announceByOperator, announced, stopAnnouncement } from './announced.ts';
import { ANNOUNCE, ANNOUNCE_ONE, announceTo, audienceSize, sendAnnouncement } from './announcements.ts';
import { forgetMails } from './mail-pace.ts';
import { mailReportRoutes } from './mail-report-routes.ts';
import { resumeMailsOf } from './mail-returns.ts';
import { notifyPhoto, type PhotoNews } from './notify-photo.ts';
import { notifyLike, type LikeNews } from './notify-like.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';
import { notifyMessage, type MessageNews } from './notify-message.ts';
import { PROFILE_REMINDER, remindOfProfile, remindOfUnread, UNREAD_REMINDER } from './reminders.ts';
import { sendNews } from './send-news.ts';
import { type NewsType, SEND_NEWS } from './tell.ts';
import { tables } from './tables.ts';
import { WEEKLY_ROUND, WEEKLY_UPDATE, weeklyRound, weeklyUpdate } from './weekly-update.ts';

export { announce, audienceSize, cancelAnnouncement } from './announcements.ts';
export { changeSwitches, endMailPause, forgetMailFaults, OFF_AT_FIRST, pauseMails } from './change-switches.ts';
export { takeRefusal, takeReport } from './mail-returns.ts';
export { queueProfileReminder } from './reminders.ts';

export { addresseeOf, type Addressee } from './audience.ts';

/** Hears what the lower modules put into the queue, and tells members by mail and push as they left it switched on. */
export const module: Module = {
  tables,
  handlers: (app: App) =>
    handlers({
      resumeMails: async (_input, call) => {
        await resumeMailsOf(app, call.member.memberId);
        return { ok: true as const };
      },

      adminAnnouncements: ({ query }) => announced(app.db, query?.cursor),
      adminAudienceSize: ({ body }) => audienceSize(app.db, body),
      adminAnnounce: ({ body }, { member }) => announceByOperator(app, member.memberId, body),
      adminCancelAnnouncement: ({ body }) => stopAnnouncement(app.db, body.id),
    }),
  routes(http, app) {
    unsubscribeRoutes(http, app);
    mailReportRoutes(http, app);
  },
  jobs: (app) => ({
    [PHOTO_NOTIFICATION]: (news: PhotoNews) => notifyPhoto(app, news),
    [LIKE_NOTIFICATION]: (news: LikeNews) => notifyLike(app, news),
    [MESSAGE_NOTIFICATION]: (news: MessageNews) => notifyMessage(app, news),
    [SEND_NEWS]: (news: { member: number; type: NewsType }) => sendNews(app, news),
    [UNREAD_REMINDER]: (job: { member: number }) => remindOfUnread(app, job),
    [PROFILE_REMINDER]: (job: { member: number }) => remindOfProfile(app, job),
    [WEEKLY_ROUND]: (job: { after?: number }) => weeklyRound(app, job),
    [WEEKLY_UPDATE]: (job: { member: number }) => weeklyUpdate(app, job),
    [ANNOUNCE]: (job: { id: number; after: number }) => sendAnnouncement(app, job),
    [ANNOUNCE_ONE]: (job: { id: number; member: number }) => announceTo(app, job),
    'forget-mails': () => forgetMails(app.db),
  }),
  cron: [
    // Thursday, in time for the weekend.
    { job: WEEKLY_ROUND, at: '5 15 * * 4' },
    { job: 'forget-mails', at: '47 4 * * *' },
  ],
};
