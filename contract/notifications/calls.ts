import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { genders } from '../lists/genders.ts';
import { locales } from '../lists/locales.ts';
import { mailRhythms } from '../rules/notification-rules.ts';
import { count, cursor, id, instant, list, nullable, object, ok, oneOf, optional, uuid } from '../schema.ts';
import { announcementText, host, language } from '../texts.ts';
import { seriesStep, seriesTriggerNames } from './mail-series.ts';

const editor = { access: 'operator', roles: ['editor'] } as const;

/**
 * News and promotions reach members who left them on. `account` is for what every member must be told, such as
 * a change of the terms: a mail that no preference, pause or cap holds back.
 */
export const announcementTypes = ['news', 'promotions', 'account'] as const;

export type AnnouncementType = (typeof announcementTypes)[number];

const audience = object({
  languages: optional(list(language, { maxItems: 11 })),
  countries: optional(list(oneOf(countryCodes), { maxItems: 40 })),
  gender: optional(oneOf(genders)),
  /** True selects premium members only, false only members without premium. */
  premium: optional(Type.Boolean()),
  active_days: optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  hosts: optional(list(host, { maxItems: 50 })),
});

export type AnnouncementAudience = Static<typeof audience>;

const announced = object({
  id,
  type: oneOf(announcementTypes),
  texts: Type.Record(Type.String(), announcementText),
  audience,
  starts_at: instant,
  status: oneOf(['scheduled', 'sending', 'sent', 'cancelled']),
  /** Size of the audience when sending began; null before that. */
  meant: nullable(count),
  /** Members reached so far, and how many of them by mail and by push. */
  sent: count,
  mailed: count,
  pushed: count,
  /** Members skipped because they left, opted out, or stayed at their daily cap for too long. */
  dropped: count,
  operator: nullable(object({ id, name: nullable(Type.String()) })),
});

export type Announced = Static<typeof announced>;

const announcement = {
  type: oneOf(announcementTypes),
  texts: Type.Partial(
    object(
      Object.fromEntries(locales.map((locale) => [locale, announcementText])) as Record<
        (typeof locales)[number],
        typeof announcementText
      >,
    ),
  ),
  audience,
};

/** Counts of members who entered a series in the last 90 days, and of what they were sent. */
const seriesFigures = object({
  entered: count,
  reached: count,
  held_out: count,
  held_out_reached: count,
  mailed: count,
  pushed: count,
  left_out: count,
  unsubscribed: count,
});

export type SeriesFigures = Static<typeof seriesFigures>;

const savedSeries = {
  trigger: oneOf(seriesTriggerNames),
  enabled: Type.Boolean(),
  /** Share of the members who are counted but sent nothing. */
  holdout_percent: Type.Integer({ minimum: 0, maximum: 50 }),
  steps: list(seriesStep, { maxItems: 10 }),
  /** When it was saved, as the operator saw it; null if it never was. */
  seen: nullable(instant),
};

const shownSeries = object({ ...savedSeries, figures: seriesFigures });

export type ShownSeries = Static<typeof shownSeries>;

const timeOfDay = (description?: string) =>
  Type.String({
    maxLength: 5,
    description: `${description ? `${description}; ` : ''}HH:MM of the member’s clock`,
  });

const rhythm = object({
  quiet_from: timeOfDay(),
  quiet_until: timeOfDay('Equal to `quiet_from` for no quiet hours'),
  quiet_mail: Type.Boolean({ description: 'News mails wait for the end of the quiet hours' }),
  quiet_push: Type.Boolean({ description: 'Pushes about other members wait for it, too' }),
  mail_rhythm: oneOf(mailRhythms),
  mail_time: timeOfDay('Time of the one mail of a daily or weekly rhythm'),
  mail_day: Type.Integer({ minimum: 1, maximum: 7, description: 'Day of the weekly mail, 1 is Monday' }),
});

export const notificationsCalls = {
  resumeMails: {
    method: 'POST',
    path: '/api/mails.php',
    access: 'member',
    summary: 'Resume news e-mails after they were stopped',
    status: 200,
    reply: ok,
  },
  notificationRhythm: {
    method: 'GET',
    path: '/api/notification-rhythm.php',
    access: 'member',
    summary: 'My quiet hours, and how often I get news mails',
    status: 200,
    reply: rhythm,
  },
  changeNotificationRhythm: {
    method: 'PUT',
    path: '/api/notification-rhythm.php',
    access: 'member',
    summary: 'Change my quiet hours, and how often I get news mails',
    limits: [{ name: 'notification rhythm', points: 120, seconds: 3600, by: 'member' }],
    body: rhythm,
    status: 200,
    reply: rhythm,
  },
  adminAnnouncements: {
    method: 'GET',
    path: '/api/admin/announcements',
    scope: 'listed',
    bySite: true,
    ...editor,
    reads: true,
    summary: 'Announcements, newest first',
    audit: { act: 'announcement.list' },
    query: Type.Object({ cursor: optional(cursor) }),
    status: 200,
    reply: object({ announcements: list(announced), next: nullable(Type.String()) }),
  },
  adminAudienceSize: {
    method: 'POST',
    path: '/api/admin/audience-size',
    scope: [{ of: 'site', at: 'body.audience.hosts' }],
    ...editor,
    summary: 'The number of members that an announcement would reach, by language',
    audit: { act: 'announcement.count', repeats: true },
    body: object(announcement),
    status: 200,
    reply: object({ members: count, languages: list(object({ language, members: count })) }),
  },
  adminAnnounce: {
    method: 'POST',
    path: '/api/admin/announcements',
    scope: [{ of: 'site', at: 'body.audience.hosts' }],
    ...editor,
    summary: 'Schedule an announcement to an audience, for now or later',
    audit: { act: 'announcement.send', object: 'reply.id', details: ['body.type'] },
    body: object({ client_id: uuid, ...announcement, starts_at: optional(instant) }),
    status: 201,
    reply: object({ id }),
  },
  adminCancelAnnouncement: {
    method: 'DELETE',
    path: '/api/admin/announcements',
    scope: [{ of: 'announcement', at: 'body.id' }],
    ...editor,
    summary: 'Cancel an announcement for everyone it has not reached yet',
    audit: { act: 'announcement.cancel', object: 'body.id' },
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  adminMailSeries: {
    method: 'GET',
    path: '/api/admin/mail-series',
    scope: [{ of: 'site', at: 'query.site' }],
    ...editor,
    reads: true,
    summary: 'Automated series of mails of a site, with their figures',
    audit: { act: 'mail_series.look', object: 'query.site' },
    query: Type.Object({ site: host }),
    status: 200,
    reply: object({ days: count, series: list(shownSeries) }),
  },
  saveMailSeries: {
    method: 'PUT',
    path: '/api/admin/mail-series',
    scope: [{ of: 'site', at: 'body.site' }],
    ...editor,
    summary: 'Change an automated series of mails of a site, and switch it on or off',
    audit: { act: 'mail_series.save', object: 'body.trigger' },
    body: object({ site: host, ...savedSeries }),
    status: 200,
    reply: object({ seen: instant }),
  },
} as const satisfies Record<string, Call>;
