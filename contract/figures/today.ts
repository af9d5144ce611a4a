import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { todayFigures } from '../rules/figure-rules.ts';
import { count, day, id, instant, list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';

/** Counts; for money, cents in `currency`. */
const compared = object({
  figure: oneOf(todayFigures),
  /** Of figures of money; else empty. */
  currency: Type.String(),
  today: count,
  /** The same weekday a week ago, until the same time of day; null if it was not counted. */
  last_week: nullable(count),
  /** The mean of the same weekday in the last four weeks, until the same time of day. */
  average: nullable(count),
  /** The current month so far, and what the owner wants it to be. */
  month: count,
  goal: nullable(count),
  /** The days of the chart, oldest first, and the equally many before them. */
  days: list(count),
  before: list(count),
});

const note = object({
  id,
  day,
  site: nullable(Type.String()),
  body: Type.String(),
  operator: nullable(Type.String()),
});

export const today = object({
  day,
  /** The figures are counted until then; null if none has been. */
  until: nullable(instant),
  /** First day of the month that goals are for. */
  month: day,
  /** How much of the month is over, in per cent. */
  month_percent: count,
  first_day: day,
  figures: list(compared),
  complaints_waiting: count,
  notes: list(note),
  sites: list(Type.String()),
});

export type Today = Static<typeof today>;
export type ComparedFigure = Static<typeof compared>;

const query = Type.Object({ site: optional(text(253)) });
const scope = [{ of: 'site', at: 'query.site', absent: 'anything' }] as const;

export const todayCalls = {
  adminToday: {
    method: 'GET',
    path: '/api/admin/today',
    scope,
    access: 'operator',
    reads: true,
    roles: ['finance'],
    summary: 'The current day so far, compared with the same weekday of earlier weeks at the same time',
    audit: { act: 'figures.look' },
    query,
    status: 200,
    reply: today,
  },
  adminTodayFile: {
    method: 'GET',
    path: '/api/admin/today-file',
    scope,
    access: 'operator',
    reads: true,
    stepUp: true,
    roles: ['finance'],
    summary: 'The current day with its comparisons, and the days of the charts, as CSV',
    audit: { act: 'figures.file', isExport: true, details: ['query.site'] },
    query,
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  setFigureGoal: {
    method: 'PUT',
    path: '/api/admin/figure-goal',
    scope: 'installation',
    access: 'operator',
    roles: [],
    summary: 'Set the goal of a figure for a month, for all sites together; null removes it',
    audit: {
      act: 'figures.goal',
      object: 'body.figure',
      details: ['body.month', 'body.currency', 'body.target'],
    },
    body: object({
      figure: oneOf(todayFigures),
      currency: Type.String({ pattern: '^([A-Z]{3})?$' }),
      month: Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])-01$' }),
      target: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
    }),
    status: 200,
    reply: ok,
  },
  addFigureNote: {
    method: 'POST',
    path: '/api/admin/figure-notes',
    scope: [{ of: 'site', at: 'body.site' }],
    access: 'operator',
    roles: ['finance'],
    summary: 'Note what happened on a day, for the charts',
    audit: { act: 'figures.note', object: 'reply.id', details: ['body.day', 'body.site'] },
    body: object({ day, site: optional(text(253, 1)), body: text(120, 1) }),
    status: 201,
    reply: object({ id }),
  },
  removeFigureNote: {
    method: 'DELETE',
    path: '/api/admin/figure-notes',
    scope: [{ of: 'figure_note', at: 'body.id' }],
    access: 'operator',
    roles: ['finance'],
    summary: 'Remove a note from the charts',
    audit: { act: 'figures.note_removed', object: 'body.id' },
    body: object({ id }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
