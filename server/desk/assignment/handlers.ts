import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { assignConversations } from './assign-conversations.ts';
import { changeWriter } from './change-writer.ts';
import { nextConversation } from './next-conversation.ts';
import { setPresence } from './set-presence.ts';

export const assignmentHandlers = (app: App) =>
  handlers({
    async deskPresence({ body }, { member: { memberId: operator, sites }, host }) {
      await setPresence(app.db, operator, body.on);
      return { assigned: await assignConversations(app, { operator, sites, host }) };
    },

    deskNext: async ({ body }, { member: { memberId: operator, sites }, host }) => ({
      conversation: await nextConversation(app, { operator, sites, host, ...body }),
    }),

    async changeDeskWriter({ body }) {
      await changeWriter(app, body);
      return { ok: true };
    },
  });
