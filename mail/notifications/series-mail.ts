import { createElement as h, Fragment } from 'react';
import type { SeriesMail } from '#contract/notifications/mail-series.ts';
import type { MailTemplate } from '../context.ts';
import { button, paragraph, title } from '../pieces.ts';

export interface SeriesMailProps {
  name: string;
  /** The end of the welcome offer, for the mail about it. */
  until: string | null;
}

/** The page that a mail of a series opens, and the reason under it. */
export const seriesTargets: Record<SeriesMail, { path: string; reason: string }> = {
  'series-welcome': { path: '/members', reason: 'profile_reminder.reason' },
  'series-first-hello': { path: '/members', reason: 'profile_reminder.reason' },
  'series-reply': { path: '/chats', reason: 'announcement.promotions' },
  'series-checkout': { path: '/credits', reason: 'announcement.promotions' },
  'series-offer': { path: '/credits', reason: 'announcement.promotions' },
  'series-back-soon': { path: '/members', reason: 'announcement.promotions' },
  'series-back-later': { path: '/profile', reason: 'announcement.promotions' },
  'series-back-last': { path: '/members', reason: 'announcement.promotions' },
};

export const seriesMail =
  (mail: SeriesMail): MailTemplate<SeriesMailProps> =>
  ({ name, until }, { t, link, site, day }) => {
    const section = mail.replaceAll('-', '_');
    const values = { name, site: site.name, day: until ? day(until) : '' };
    const { path, reason } = seriesTargets[mail];
    return {
      subject: t(`${section}.subject`, values),
      preview: t(`${section}.preview`, values),
      reason: t(reason, values),
      body: h(
        Fragment,
        null,
        title(t(`${section}.title`, values)),
        paragraph(t(`${section}.text`, values)),
        button(t(`${section}.button`), link(path)),
      ),
    };
  };
