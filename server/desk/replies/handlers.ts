import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { replies } from './replies.ts';
import { saveReply } from './save-reply.ts';

export const replyHandlers = (app: App) =>
  handlers({
    deskReplies: ({ query }, { member }) => replies(app.db, member.memberId, query.language),

    async saveDeskReply({ body }, { member }) {
      await saveReply(app.db, { operator: member.memberId, owner: member.memberId }, body);
      return { ok: true };
    },

    async saveSharedDeskReply({ body }, { member }) {
      await saveReply(app.db, { operator: member.memberId, owner: null }, body);
      return { ok: true };
    },
  });
