import type { Module } from '../platform/module.ts';
import { createBadges } from './badges.ts';
import { rememberGifts } from './gifts.ts';
import { deleteUnsentImages, registerChatImageFiles } from './images/chat-images.ts';
import { createChatImageAddresses } from './images/image-addresses.ts';
import { createMessageTexts } from './message-texts.ts';
import { deleteOldMessages } from './retention.ts';
import { chatHandlers } from './routes.ts';
import { createSendQueue } from './send-queue.ts';
import { storeMessages, type OutgoingMessage } from './store-messages.ts';
import { createEventStreams } from './streams/event-streams.ts';
import { tables } from './tables.ts';

export { storeChatImage } from './images/chat-images.ts';
export { icebreakersFor } from './icebreakers.ts';
export { openConversation } from './open-conversation.ts';
export { tellTyping } from './typing.ts';
export { endWait, takeOverdueWaits, type OverdueWait } from './unanswered.ts';
export { unreadCount, unreadOf } from './messages.ts';
export { MESSAGE_NOTIFICATION } from './message-notification.ts';
export { deleteConversationsBetween, deleteMessage } from './remove.ts';
export { DESK_CHANGED, sendMessage, type Send } from './send-message.ts';

export const module: Module = {
  tables,
  create: (app) => ({
    badges: createBadges(app),
    chatImages: createChatImageAddresses(app.config.secret),
    eventStreams: createEventStreams(app),
    gifts: rememberGifts(app),
    ...createMessageTexts(),
    sends: createSendQueue((batch: OutgoingMessage[]) => storeMessages(app.db, batch)),
  }),
  handlers: chatHandlers,
  routes: registerChatImageFiles,
  jobs: (app) => ({
    'delete-old-messages': (_payload, { signal }) => deleteOldMessages(app, signal),
    'delete-unsent-images': () => deleteUnsentImages(app),
  }),
  cron: [
    { job: 'delete-old-messages', at: '23 3 * * *' },
    { job: 'delete-unsent-images', at: '37 * * * *' },
  ],
};
