import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { searchAnswered } from './search-answered.ts';

export const searchHandlers = (app: App) =>
  handlers({
    deskSearch: ({ body }, { member, host }) => searchAnswered(app, member, body, host),
  });
