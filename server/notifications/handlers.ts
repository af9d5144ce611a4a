import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { audienceSize } from './announcements/audience-size.ts';
import { listAnnouncements } from './announcements/list-announcements.ts';
import { scheduleAnnouncement } from './announcements/schedule-announcement.ts';
import { stopAnnouncement } from './announcements/stop-announcement.ts';
import { resumeMailsOf } from './mail-returns/resume-mails-of.ts';
import { changeRhythm } from './rhythm/change-rhythm.ts';
import { rhythmOf } from './rhythm/rhythm-of.ts';
import { listSeries } from './series/list-series.ts';
import { saveSeries } from './series/save-series.ts';

export const notificationHandlers = (app: App) =>
  handlers({
    resumeMails: async (_input, call) => {
      await resumeMailsOf(app, call.member.memberId);
      return { ok: true as const };
    },

    notificationRhythm: (_input, { member }) => rhythmOf(app.db, member.memberId),
    changeNotificationRhythm: ({ body }, { member }) => changeRhythm(app, member.memberId, body),

    adminMailSeries: ({ query }) => listSeries(app.db, query.site),
    saveMailSeries: ({ body }, { audit }) => saveSeries(app, audit, body),

    adminAnnouncements: ({ query }, { member }) => listAnnouncements(app.db, member.sites, query?.cursor),
    adminAudienceSize: ({ body }) => audienceSize(app.db, body),
    adminAnnounce: ({ body }, { member }) => scheduleAnnouncement(app, member.memberId, body),
    adminCancelAnnouncement: ({ body }) => stopAnnouncement(app.db, body.id),
  });
