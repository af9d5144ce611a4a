import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { statementFile } from './statement-file.ts';
import { statement } from './statement.ts';

const SEES_ALL: readonly string[] = ['owner', 'supervisor', 'finance', 'auditor'];

export const statementHandlers = (app: App) =>
  handlers({
    deskStatement: ({ query: { month } }, { member: { memberId, roles, sites }, host }) =>
      statement(app, {
        month,
        sites,
        host,
        only: roles.some((role) => SEES_ALL.includes(role)) ? null : memberId,
      }),

    async deskStatementFile({ query: { month } }, { member, host, audit, reply }) {
      const { rows } = await statement(app, { month, sites: member.sites, host, only: null });
      // The audit entry comes first: once the file is sent, a failure to write the entry could no longer stop
      // it.
      await audit(app.db, {});
      await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="desk-${month}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(statementFile(month, rows));
      return null;
    },
  });
