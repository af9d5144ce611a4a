import { newLikesOf } from '../likes/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { editMessage } from './changes/edit-message.ts';
import { reactToMessage } from './changes/react-to-message.ts';
import { answerImage } from './images/answer-image.ts';
import { openImage } from './images/open-image.ts';
import { quotedPhoto } from './images/quoted-photo.ts';
import { uploadAlbumImage } from './images/upload-album-image.ts';
import { markRead } from './mark-read.ts';
import { unreadOf } from './messages.ts';
import { deleteMessage } from './removal/delete-message.ts';
import { receivedText } from './translation/received-text.ts';
import { translateText } from './translation/translate-text.ts';
import { tellTyping } from './typing.ts';
import { noteListened } from './voice/note-listened.ts';

export const messageHandlers = (app: App) =>
  handlers({
    async editMessage({ body }, call) {
      const { message_length } = await settingsOf(app, call.host);
      return editMessage(app, await viewerOf(app, call.member.memberId, call.host), body, message_length);
    },

    async react({ body }, call) {
      return reactToMessage(app, await viewerOf(app, call.member.memberId, call.host), body);
    },

    async uploadChatImage({ body, file }, call) {
      await uploadAlbumImage(app, call.member.memberId, body, file?.content, call.host);
      return { ok: true };
    },

    async answerImage({ body }, { member }) {
      return answerImage(app, member.memberId, body);
    },

    openImage: ({ body }, { member, host }) => openImage(app, member.memberId, body, { host }),

    voiceListened: ({ body }, { member }) => noteListened(app, member.memberId, body.voice),

    async translateMessage({ body: { to, ...which } }, { member, host }) {
      const { message_translation, message_visible_days } = await settingsOf(app, host);
      if (!message_translation) throw refuse('translation_off');
      const viewer = await viewerOf(app, member.memberId, host);
      const text = await receivedText(app.db, viewer, { ...which, visibleDays: message_visible_days });
      return translateText(app, text, to);
    },

    quotedPhoto: ({ query }, { member, host }) => quotedPhoto(app, member.memberId, query, host),

    async readChat({ body }, { member: { memberId }, host }) {
      await markRead(app, memberId, body.conversation);
      const likes = await newLikesOf(app.db, await viewerOf(app, memberId, host));
      return { badge: (await unreadOf(app.db, memberId)) + likes };
    },

    async typing({ body }, { member }) {
      await tellTyping(app, member.memberId, body.conversation);
      return null;
    },

    async deleteMessage({ body }, { member }) {
      await deleteMessage(app, member.memberId, body.message);
      return { ok: true };
    },
  });
