import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { listReferrals } from './referrals/list-referrals.ts';
import { statementOf } from './statement.ts';

export const creditHandlers = (app: App) =>
  handlers({
    statement: ({ query }, { member }) => statementOf(app, member.memberId, query?.cursor),
    adminReferrals: ({ query }, { member }) => listReferrals(app.db, member.sites, query ?? {}),
  });
