import { defaultLocale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { acknowledgeFictional } from './acknowledge-fictional.ts';
import { storeChatImage } from './images/chat-images.ts';
import { changeGiftPicture, offeredGifts, saveGift } from './gifts.ts';
import { icebreakersFor } from './icebreakers.ts';
import { openingLines, saveLine } from './opening-lines.ts';
import { decideChatImage, waitingChatImages } from './images/inspect-images.ts';
import { conversationsOf } from './list-conversations.ts';
import { openConversation } from './open-conversation.ts';
import { deleteMessage, removeConversation } from './remove.ts';
import { searchConversations } from './search/search-conversations.ts';
import { sendMessage } from './send-message.ts';
import { tellTyping } from './typing.ts';

export const chatHandlers = (app: App) =>
  handlers({
    async chats({ query }, call) {
      const { message_visible_days } = await settingsOf(app, call.host);
      return conversationsOf(app, await viewerOf(app, call.member.memberId, call.host), query?.cursor, message_visible_days);
    },

    async searchChats({ body }, call) {
      const { message_visible_days } = await settingsOf(app, call.host);
      return searchConversations(app, await viewerOf(app, call.member.memberId, call.host), body, message_visible_days);
    },

    chat: ({ query }, call) => openConversation(app, call.member.memberId, query, call.host),

    async send({ body, file }, call) {
      const { memberId } = call.member;
      const image = file && (await storeChatImage(app, memberId, body.client_id.toLowerCase(), file.content));
      return sendMessage(app, memberId, { ...body, image }, call.host);
    },

    async deleteMessage({ body }, { member }) {
      await deleteMessage(app, member.memberId, body.message);
      return { ok: true };
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
      await app.parts.eventStreams.open(member.memberId, cookie('auth')!, typeof lastEventId === 'string' ? lastEventId : undefined, () => {
        reply.hijack();
        return reply.raw;
      });
      return null;
    },

    async adminChatImages({ query }, { member }) {
      return waitingChatImages(app, member.memberId, query?.cursor);
    },

    async decideChatImage({ body }, { member, audit }) {
      await decideChatImage(app, { operatorId: member.memberId, audit, ...body });
      return { ok: true };
    },

    async fictionalAck({ body }, { member }) {
      await acknowledgeFictional(app.db, member.memberId, body.profile);
      return { ok: true };
    },

    async gifts({ query }, call) {
      const { gift_credits } = await settingsOf(app, call.host);
      return offeredGifts(app, gift_credits, { all: query?.all, language: query?.language ?? call.locale ?? defaultLocale });
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
