import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { editMessage } from './changes/edit-message.ts';
import { reactToMessage } from './changes/react-to-message.ts';
import { deleteMessage } from './removal/delete-message.ts';

export const messageHandlers = (app: App) =>
  handlers({
    async editMessage({ body }, call) {
      const { message_length } = await settingsOf(app, call.host);
      return editMessage(app, await viewerOf(app, call.member.memberId, call.host), body, message_length);
    },

    async react({ body }, call) {
      return reactToMessage(app, await viewerOf(app, call.member.memberId, call.host), body);
    },

    async deleteMessage({ body }, { member }) {
      await deleteMessage(app, member.memberId, body.message);
      return { ok: true };
    },
  });
