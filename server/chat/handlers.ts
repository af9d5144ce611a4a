import { defaultLocale } from '#contract/lists/locales.ts';
import { must } from '#contract/must.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { acknowledgeFictional } from './acknowledge-fictional.ts';
import { answerRequest } from './answer-request.ts';
import { offeredGifts } from './gifts/gifts.ts';
import { icebreakersFor } from './icebreakers.ts';
import { refuseUnsendableImage } from './images/refuse-unsendable-image.ts';
import { storeChatImage } from './images/store-chat-image.ts';
import { conversationsOf } from './list-conversations.ts';
import { openConversation } from './open-conversation.ts';
import { removeConversation } from './removal/remove-conversation.ts';
import { searchConversations } from './search/search-conversations.ts';
import { sendMessage } from './send-message.ts';
import { tellTyping } from './typing.ts';

export const chatHandlers = (app: App) =>
  handlers({
    async chats({ query }, call) {
      const { message_visible_days } = await settingsOf(app, call.host);
      return conversationsOf(
        app,
        await viewerOf(app, call.member.memberId, call.host),
        query,
        message_visible_days,
      );
    },

    async searchChats({ body }, call) {
      const { message_visible_days } = await settingsOf(app, call.host);
      return searchConversations(
        app,
        await viewerOf(app, call.member.memberId, call.host),
        body,
        message_visible_days,
      );
    },

    async answerRequest({ body }, { member }) {
      await answerRequest(app, member.memberId, body);
      return { ok: true };
    },

    chat: ({ query }, call) => openConversation(app, call.member.memberId, query, call.host),

    async send({ body, file }, call) {
      const { memberId } = call.member;
      if (file) await refuseUnsendableImage(app, memberId, body, call.host);
      const image = file && (await storeChatImage(app, memberId, body.client_id.toLowerCase(), file.content));
      return sendMessage(app, memberId, { ...body, image }, call.host);
    },

    async deleteChat({ body }, { member }) {
      await removeConversation(app, member.memberId, body.conversation);
      return { ok: true };
    },

    async typing({ body }, { member }) {
      await tellTyping(app, member.memberId, body.conversation);
      return null;
    },

    async events(_input, { member, cookie, request, reply }) {
      const lastEventId = request.headers['last-event-id'];
      await app.parts.eventStreams.open(
        member.memberId,
        must(cookie('auth'), 'session cookie'),
        typeof lastEventId === 'string' ? lastEventId : undefined,
        () => {
          reply.hijack();
          return reply.raw;
        },
      );
      return null;
    },

    async fictionalAck({ body }, { member }) {
      await acknowledgeFictional(app.db, member.memberId, body.profile);
      return { ok: true };
    },

    async gifts({ query }, call) {
      const { gift_credits } = await settingsOf(app, call.host);
      return offeredGifts(app, gift_credits, {
        all: query?.all,
        language: query?.language ?? call.locale ?? defaultLocale,
      });
    },

    async icebreakers({ query }, call) {
      const { message_credits } = await settingsOf(app, call.host);
      return icebreakersFor(
        app.db,
        await viewerOf(app, call.member.memberId, call.host),
        query.profile,
        query.language ?? call.locale ?? defaultLocale,
        message_credits,
      );
    },
  });
