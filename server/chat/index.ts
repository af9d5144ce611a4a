import { shelfCron, shelfJobs } from '../photos/index.ts';
import type { Module } from '../platform/module.ts';
import { createBadges } from './badges.ts';
import { createWrittenTo } from './first-words/written-to.ts';
import { rememberGifts } from './gifts/gifts.ts';
import { giftHandlers } from './gifts/handlers.ts';
import { chatHandlers } from './handlers.ts';
import { chatImageShelf } from './images/chat-image-shelf.ts';
import { DELETE_OPENED_IMAGE, deleteOpenedImage } from './images/delete-opened-image.ts';
import { deleteUnsentImages } from './images/delete-unsent-images.ts';
import { registerChatFiles } from './images/http.ts';
import { createChatImageAddresses } from './images/image-addresses.ts';
import { messageHandlers } from './message-handlers.ts';
import { createMessageTexts } from './message-texts.ts';
import { DUE_NOTICES, queueDueNotices } from './notification/queue-due-notices.ts';
import { chatOfficeHandlers } from './office-handlers.ts';
import { deleteOldMessages } from './retention.ts';
import { createSendQueue } from './send-queue.ts';
import { storeMessages, type OutgoingMessage } from './store-messages.ts';
import { createEventStreams } from './streams/event-streams.ts';
import { tables } from './tables.ts';

export { openImage } from './images/open-image.ts';
export { storeUpload } from './images/store-upload.ts';
export { storedText } from './translation/stored-text.ts';
export { translateText } from './translation/translate-text.ts';
export { noteListened } from './voice/note-listened.ts';
export { reactToMessage } from './changes/react-to-message.ts';
export { bringBack } from './order/arrange-conversation.ts';
export { icebreakersFor } from './icebreakers.ts';
export { openConversation } from './open-conversation.ts';
export { searchPattern } from './search/search-pattern.ts';
export { tellTyping } from './typing.ts';
export { endWait } from './waits/end-wait.ts';
export { noteReturned } from './waits/note-returned.ts';
export { takeLongWaits } from './waits/take-long-waits.ts';
export { takeOverdueWaits, type OverdueWait } from './waits/take-overdue-waits.ts';
export { hasNews, unreadCount, unreadOf } from './messages.ts';
export {
  MESSAGE_NOTIFICATION,
  queueNotification,
  type MessageNews,
} from './notification/message-notification.ts';
export { deleteConversationsBetween } from './removal/delete-conversations-between.ts';
export { deleteMessage } from './removal/delete-message.ts';
export type { Send } from './outgoing-message.ts';
export { DESK_CHANGED, sendMessage } from './send-message.ts';

export const module: Module = {
  tables,
  create: (app) => ({
    badges: createBadges(app),
    chatImages: createChatImageAddresses(app.config.secret),
    eventStreams: createEventStreams(app),
    gifts: rememberGifts(app),
    ...createMessageTexts(app),
    sends: createSendQueue((batch: OutgoingMessage[]) => storeMessages(app.dbForSends, batch)),
    writtenTo: createWrittenTo(app),
  }),
  handlers: (app) => ({
    ...chatHandlers(app),
    ...messageHandlers(app),
    ...giftHandlers(app),
    ...chatOfficeHandlers(app),
  }),
  routes: registerChatFiles,
  jobs: (app) => ({
    'delete-old-messages': (_payload, { signal }) => deleteOldMessages(app, signal),
    [DELETE_OPENED_IMAGE]: ({ image }) => deleteOpenedImage(app, image),
    [DUE_NOTICES]: (_payload, { signal }) => queueDueNotices(app, signal),
    'delete-unsent-images': () => deleteUnsentImages(app),
    ...shelfJobs(app, chatImageShelf(app)),
  }),
  cron: [
    { job: DUE_NOTICES, at: '* * * * *' },
    { job: 'delete-old-messages', at: '23 3 * * *' },
    { job: 'delete-unsent-images', at: '37 * * * *' },
    ...shelfCron('chat_image'),
  ],
};
