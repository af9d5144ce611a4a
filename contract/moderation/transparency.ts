import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { complaintCategories, complaintOutcomes } from '../lists/complaints.ts';
import { appealStates, detections, grounds, measureKinds } from '../rules/measure-rules.ts';
import { count, day, list, nullable, object, oneOf, optional } from '../schema.ts';

const medianHours = nullable(Type.Number({ minimum: 0, description: 'Median hours to the decision' }));

/** Figures of the transparency report (Digital Services Act, articles 15 and 24). They name nobody. */
export const transparencyReport = object({
  from: day,
  to: day,
  notices: list(
    object({
      category: oneOf(complaintCategories),
      outcome: nullable(oneOf(complaintOutcomes)),
      number: count,
      median_hours: medianHours,
    }),
  ),
  measures: list(
    object({
      kind: oneOf(measureKinds),
      ground: oneOf(grounds),
      detection: oneOf(detections),
      number: count,
    }),
  ),
  appeals: list(
    object({
      by: oneOf(['reporter', 'concerned']),
      state: oneOf(appealStates),
      number: count,
      median_hours: medianHours,
    }),
  ),
});

export type TransparencyReport = Static<typeof transparencyReport>;

/** Both days count. Without them, the report is about this year until today. */
const period = { from: optional(day), to: optional(day) };

export const transparencyCalls = {
  adminTransparency: {
    method: 'GET',
    path: '/api/admin/transparency-report',
    scope: 'installation',
    access: 'operator',
    reads: true,
    summary: 'Figures of the transparency report for a period',
    roles: ['moderator'],
    audit: { act: 'transparency.look' },
    query: Type.Object(period),
    status: 200,
    reply: transparencyReport,
  },
  transparencyFile: {
    method: 'GET',
    path: '/api/admin/transparency',
    scope: 'installation',
    access: 'operator',
    reads: true,
    stepUp: true,
    summary: 'Figures of the transparency report for a period or a year, as CSV',
    roles: ['moderator'],
    audit: { act: 'transparency.export', details: ['query.from', 'query.to', 'query.year'], isExport: true },
    query: Type.Object({ ...period, year: optional(Type.Integer({ minimum: 2020, maximum: 2200 })) }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  transparency: {
    method: 'GET',
    path: '/api/transparency.php',
    access: 'public',
    summary: 'The transparency report of this year, on sites that publish it',
    limits: [{ name: 'transparency', points: 60, seconds: 600, by: 'address' }],
    status: 200,
    reply: transparencyReport,
  },
} as const satisfies Record<string, Call>;
