import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { complaintCategories, complaintOutcomes } from '../lists/complaints.ts';
import { appealStates, detections, grounds, measureKinds } from '../rules/measure-rules.ts';
import { count, day, instant, list, nullable, object, ok, oneOf, optional } from '../schema.ts';

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
      by_trusted_flaggers: count,
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

/** Statements of reasons for the DSA Transparency Database (Digital Services Act, article 24(5)). */
export const dsaStatements = object({
  enabled: Type.Boolean({ description: 'The installation sends them' }),
  sent: count,
  waiting: count,
  refused: count,
  last_error: nullable(object({ text: Type.String(), at: instant })),
});

export type DsaStatements = Static<typeof dsaStatements>;

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
  adminDsaStatements: {
    method: 'GET',
    path: '/api/admin/dsa-statements',
    scope: 'installation',
    access: 'operator',
    reads: true,
    summary: 'Statements of reasons sent to the DSA Transparency Database, waiting and refused',
    roles: ['moderator'],
    audit: { act: 'dsa_statements.look' },
    status: 200,
    reply: dsaStatements,
  },
  retryDsaStatements: {
    method: 'POST',
    path: '/api/admin/dsa-statements',
    scope: 'installation',
    access: 'operator',
    summary: 'Send the refused statements of reasons again',
    roles: ['moderator'],
    audit: { act: 'measure.resend_statements' },
    status: 200,
    reply: ok,
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
