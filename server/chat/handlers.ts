import { defaultLocale } from '#contract/lists/locales.ts';
import { must } from '#contract/must.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { hiddenBy, viewerOf } from '../visibility/index.ts';
import { acknowledgeFictional } from './acknowledge-fictional.ts';
import { answerRequest } from './answer-request.ts';
import { icebreakersFor } from './icebreakers.ts';
import { formAlbum } from './images/form-album.ts';
import { refuseUnsendableImage } from './images/refuse-unsendable-image.ts';
import { storeUpload } from './images/store-upload.ts';
import { conversationsOf } from './list-conversations.ts';
import { openConversation } from './open-conversation.ts';
import { arrangeConversation } from './order/arrange-conversation.ts';
import { removeConversation } from './removal/remove-conversation.ts';
import { searchConversations } from './search/search-conversations.ts';
import { sendMessage } from './send-message.ts';

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
      const { images } = body;
      if (images && !file) {
        const pictures = await formAlbum(app.db, memberId, { ...body, images });
        return sendMessage(app, memberId, { ...body, ...pictures }, call.host);
      }
      if (body.waveform !== undefined && !file) throw refuseFields({ file: 'required' });
      if (file) await refuseUnsendableImage(app, memberId, body, call.host);
      const image = file && (await storeUpload(app, memberId, body, file.content, call.host));
      return sendMessage(app, memberId, { ...body, image }, call.host);
    },

    async deleteChat({ body }, { member }) {
      await removeConversation(app, member.memberId, body.conversation);
      return { ok: true };
    },

    async arrangeChat({ body }, call) {
      await arrangeConversation(app, await viewerOf(app, call.member.memberId, call.host), body);
      return { ok: true };
    },

    async events({ query }, { member, cookie, request, reply }) {
      const lastEventId = request.headers['last-event-id'];
      await app.parts.eventStreams.open(
        member.memberId,
        must(cookie('auth'), 'session cookie'),
        { lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined, since: query.since },
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

    async icebreakers({ query }, call) {
      const settings = await settingsOf(app, call.host);
      return icebreakersFor(
        app.db,
        await viewerOf(app, call.member.memberId, call.host),
        query.profile,
        query.language ?? call.locale ?? defaultLocale,
        settings.message_credits,
        hiddenBy(settings),
      );
    },
  });
