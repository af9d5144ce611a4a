import { conversationListCalls } from './conversation-list.ts';
import { conversationCalls } from './conversations.ts';
import { giftCalls } from './gifts.ts';
import { chatImageCalls } from './images.ts';
import { readingCalls } from './reading.ts';
import { receivedImageCalls } from './received-images.ts';
import { receivedVoiceCalls } from './received-voice.ts';
import { translationCalls } from './translation.ts';

export const chatCalls = {
  ...conversationCalls,
  ...conversationListCalls,
  ...giftCalls,
  ...chatImageCalls,
  ...readingCalls,
  ...receivedImageCalls,
  ...receivedVoiceCalls,
  ...translationCalls,
};
