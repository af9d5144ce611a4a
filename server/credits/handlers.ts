import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { statementOf } from './statement.ts';

export const creditHandlers = (app: App) =>
  handlers({
    statement: ({ query }, { member }) => statementOf(app.db, member.memberId, query?.cursor),
  });
