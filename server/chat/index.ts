import type { Module } from '../platform/module.ts';
import { deleteUnsentImages, registerChatImageFiles } from './images/chat-images.ts';
import { deleteOldMessages } from './retention.ts';
import { chatHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { storeChatImage } from './images/chat-images.ts';
export { icebreakersFor } from './icebreakers.ts';
export { openConversation } from './open-conversation.ts';
export { tellTyping } from './typing.ts';
export { endWait, takeOverdueWaits, type OverdueWait } from './unanswered.ts';
export { unreadOf } from './messages.ts';
export { MESSAGE_NOTIFICATION } from './message-notification.ts';
export { deleteConversationsBetween, deleteMessage } from './remove.ts';
export { DESK_CHANGED, sendMessage, type Send } from './send-message.ts';

export const module: Module = {
  tables,
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
