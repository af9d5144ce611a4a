import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { viewerOf } from '../visibility/index.ts';
import { activityOf } from './activity-of.ts';
import { readActivity } from './read-activity.ts';

export const activityHandlers = (app: App) =>
  handlers({
    activity: async ({ query }, { member, host }) =>
      activityOf(app, await viewerOf(app, member.memberId, host), query?.cursor),
    async readActivity({ body }, { member }) {
      await readActivity(app, member.memberId, body.up_to);
      return { ok: true };
    },
  });
