import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { count, id, list, nullable, object } from '../schema.ts';

const query = Type.Object({ month: Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' }) });

const statementRow = object({
  /** Null for credits returned in conversations that no writer had. */
  writer: nullable(object({ id, name: Type.String() })),
  site: Type.String(),
  answers: count,
  /** Time with at least one conversation, which several at once do not lengthen. */
  minutes: count,
  returned_credits: count,
  scored: count,
  score: nullable(Type.Number()),
});

export type StatementRow = Static<typeof statementRow>;

export const deskStatementCalls = {
  deskStatement: {
    method: 'GET',
    path: '/api/admin/desk-statement',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    roles: ['writer', 'supervisor', 'finance'],
    audit: { act: 'desk.statement', details: ['query.month'] },
    summary:
      'Answers, minutes, returned credits and scores of a month by writer and site, as a basis for pay. Writers see their own',
    query,
    status: 200,
    reply: object({ month: Type.String(), rows: list(statementRow) }),
  },
  deskStatementFile: {
    method: 'GET',
    path: '/api/admin/desk-statement-file',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    stepUp: true,
    roles: ['supervisor', 'finance'],
    audit: { act: 'desk.statement_file', isExport: true, details: ['query.month'] },
    summary: 'The statement of a month as CSV',
    query,
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
