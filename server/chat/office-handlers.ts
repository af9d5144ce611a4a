import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { sendCsv } from '../platform/http/send-csv.ts';
import { conversationFileRows } from './conversation-list/conversation-file-rows.ts';
import { listConversationsOfAll } from './conversation-list/list-conversations-of-all.ts';
import { changeGiftPicture } from './gifts/change-gift-picture.ts';
import { saveGift } from './gifts/save-gift.ts';
import { decideChatImage, waitingChatImages } from './images/inspect-images.ts';
import { openingLines, saveLine } from './opening-lines.ts';

export const chatOfficeHandlers = (app: App) =>
  handlers({
    async adminChatImages({ query }, { member }) {
      return waitingChatImages(
        app,
        { id: member.memberId, roles: member.roles, sites: member.sites, languages: member.languages },
        query?.cursor,
      );
    },

    adminConversationList: ({ query }, { member }) => listConversationsOfAll(app.db, member, query ?? {}),

    async adminConversationsFile({ query }, { member, audit, reply }) {
      await audit(app.db);
      await sendCsv(reply, 'conversations.csv', conversationFileRows(app.db, member, query ?? {}));
      return null;
    },

    async decideChatImage({ body }, { member, audit }) {
      await decideChatImage(app, { operatorId: member.memberId, audit, ...body });
      return { ok: true };
    },

    async adminGifts() {
      return { gifts: await app.parts.gifts() };
    },

    async saveGift({ body }, { audit }) {
      await saveGift(app, audit, body);
      return { ok: true };
    },

    async giftPicture({ body, file }, { audit }) {
      if (!file) throw refuseFields({ file: 'required' });
      return { picture: await changeGiftPicture(app, audit, body.id, file.content) };
    },

    async adminIcebreakers({ query }) {
      return { lines: await openingLines(app.db, query.language) };
    },

    async saveIcebreaker({ body }, { audit }) {
      await saveLine(app, audit, body);
      return { ok: true };
    },
  });
