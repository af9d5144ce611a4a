import type { CollectedType } from '#contract/lists/notifications.ts';
import {
  AGE_CHECK_NOTIFICATION,
  AGE_CHECK_REMINDER,
  type AgeCheckExpiry,
  type AgeCheckNews,
} from '../age-checks/index.ts';
import { MESSAGE_NOTIFICATION, type MessageNews } from '../chat/index.ts';
import { LIKE_NOTIFICATION } from '../likes/index.ts';
import { PHOTO_ACCESS_NOTIFICATION, PHOTO_NOTIFICATION, type PhotoAccessNews } from '../photos/index.ts';
import type { Module } from '../platform/module.ts';
import { CHECK_IN_REMINDER, type CheckInNews } from '../safety/index.ts';
import { SAVED_SEARCH_NOTIFICATION, type SavedSearchNews } from '../search/index.ts';
import { MISSED_CALL_NOTIFICATION, type MissedCallNews } from '../video-calls/index.ts';
import { VOICE_INTRO_NOTIFICATION } from '../voice/index.ts';
import { ANNOUNCE, ANNOUNCE_ONE } from './announcements/announcement-jobs.ts';
import { sendAnnouncementTo } from './announcements/send-announcement-to.ts';
import { sendAnnouncement } from './announcements/send-announcement.ts';
import { notifyMissedCall } from './calls/notify-missed-call.ts';
import { forgetMails } from './forget-mails.ts';
import { notificationHandlers } from './handlers.ts';
import { mailReportRoutes } from './mail-report-http.ts';
import { notifyAgeCheck } from './notify-age-check.ts';
import { notifyInspection, type InspectionNews } from './notify-inspection.ts';
import { notifyLike, type LikeNews } from './notify-like.ts';
import { notifyMessage } from './notify-message.ts';
import { notifyPhotoAccess } from './notify-photo-access.ts';
import { notifySavedSearches } from './notify-saved-searches.ts';
import { SEND_NEWS } from './notify.ts';
import { remindOfAgeCheck } from './reminders/remind-of-age-check.ts';
import { remindOfCheckIn } from './reminders/remind-of-check-in.ts';
import { remindOfProfile } from './reminders/remind-of-profile.ts';
import { remindOfUnread } from './reminders/remind-of-unread.ts';
import { PROFILE_REMINDER, UNREAD_REMINDER } from './reminders/reminder-jobs.ts';
import { pushLater, type LaterPush } from './rhythm/push-later.ts';
import { PUSH_LATER, SEND_HELD_PUSHES, SEND_NEWS_DIGEST } from './rhythm/rhythm-jobs.ts';
import { sendHeldPushes } from './rhythm/send-held-pushes.ts';
import { sendNewsDigest } from './rhythm/send-news-digest.ts';
import { sendNews } from './send-news.ts';
import { enterDueMembers } from './series/enter-due-members.ts';
import { noteGoals } from './series/note-goals.ts';
import { sendSeriesStep } from './series/send-series-step.ts';
import { SERIES_GOALS, SERIES_ROUND, SERIES_STEP } from './series/series-jobs.ts';
import { rememberSeries } from './series/stored-series.ts';
import { tables } from './tables.ts';
import { unsubscribeRoutes } from './unsubscribe-http.ts';
import { WEEKLY_ROUND, WEEKLY_UPDATE, weeklyRound, weeklyUpdate } from './weekly-update.ts';

export { changeSwitches } from './switches/change-switches.ts';
export { endMailPause } from './switches/end-mail-pause.ts';
export { forgetMailFaults } from './switches/forget-mail-faults.ts';
export { pauseMails } from './switches/pause-mails.ts';
export { takeRefusal } from './mail-returns/take-refusal.ts';
export { takeReport } from './mail-returns/take-report.ts';
export { requeueNews } from './rhythm/requeue-news.ts';
export { enterFirstSeries } from './series/enter-first-series.ts';
export { queueProfileReminder } from './reminders/queue-profile-reminder.ts';

export { addresseeOf, type Addressee } from './audience.ts';
export { hasWorkingAddress } from './rules.ts';

export const module: Module = {
  tables,
  create: (app) => ({ mailSeries: rememberSeries(app) }),
  handlers: notificationHandlers,
  routes(http, app) {
    unsubscribeRoutes(http, app);
    mailReportRoutes(http, app);
  },
  jobs: (app) => ({
    [AGE_CHECK_NOTIFICATION]: (news: AgeCheckNews) => notifyAgeCheck(app, news),
    [AGE_CHECK_REMINDER]: (expiry: AgeCheckExpiry) => remindOfAgeCheck(app, expiry),
    [CHECK_IN_REMINDER]: (news: CheckInNews) => remindOfCheckIn(app, news),
    [PHOTO_NOTIFICATION]: (news: InspectionNews) => notifyInspection(app, 'photo', news),
    [VOICE_INTRO_NOTIFICATION]: (news: InspectionNews) => notifyInspection(app, 'voice_intro', news),
    [PHOTO_ACCESS_NOTIFICATION]: (news: PhotoAccessNews) => notifyPhotoAccess(app, news),
    [LIKE_NOTIFICATION]: (news: LikeNews) => notifyLike(app, news),
    [MESSAGE_NOTIFICATION]: (news: MessageNews) => notifyMessage(app, news),
    [MISSED_CALL_NOTIFICATION]: (news: MissedCallNews) => notifyMissedCall(app, news),
    [SAVED_SEARCH_NOTIFICATION]: (news: SavedSearchNews) => notifySavedSearches(app, news),
    [SEND_NEWS]: (news: { member: number; type: CollectedType }) => sendNews(app, news),
    [SEND_NEWS_DIGEST]: (job: { member: number }) => sendNewsDigest(app, job),
    [SEND_HELD_PUSHES]: (job: { member: number }) => sendHeldPushes(app, job),
    [PUSH_LATER]: (job: LaterPush) => pushLater(app, job),
    [UNREAD_REMINDER]: (job: { member: number }) => remindOfUnread(app, job),
    [PROFILE_REMINDER]: (job: { member: number }) => remindOfProfile(app, job),
    [WEEKLY_ROUND]: (job: { after?: number }) => weeklyRound(app, job),
    [WEEKLY_UPDATE]: (job: { member: number }) => weeklyUpdate(app, job),
    [ANNOUNCE]: (job: { id: number; after: number }) => sendAnnouncement(app, job),
    [ANNOUNCE_ONE]: (job: { id: number; member: number }) => sendAnnouncementTo(app, job),
    [SERIES_STEP]: (job: { run: number }) => sendSeriesStep(app, job),
    [SERIES_ROUND]: () => enterDueMembers(app),
    [SERIES_GOALS]: () => noteGoals(app.db),
    'forget-mails': () => forgetMails(app.db),
  }),
  cron: [
    // Thursday, in time for the weekend.
    { job: WEEKLY_ROUND, at: '5 15 * * 4' },
    { job: SERIES_ROUND, at: '12 * * * *' },
    { job: SERIES_GOALS, at: '42 * * * *' },
    { job: 'forget-mails', at: '47 4 * * *' },
  ],
};
