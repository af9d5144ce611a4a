import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { changeContactConditions, contactConditionsOf } from './contact-conditions.ts';

export const visibilityHandlers = (app: App) =>
  handlers({
    contactConditions: (_input, { member }) => contactConditionsOf(app.db, member.memberId),
    changeContactConditions: ({ body }, { member }) => changeContactConditions(app.db, member.memberId, body),
  });
