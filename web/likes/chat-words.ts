import type { QueryClient } from '@tanstack/react-query';
import { chatsQuery } from '#web/session/queries.ts';

/** Text key of the button that leads from a match to the chat: one says hello only to somebody new. */
export const chatWords = (queries: QueryClient, profile: number) =>
  queries.getQueryData(chatsQuery.queryKey)?.chats.some((chat) => chat.profile.id === profile)
    ? 'match_modal.chat'
    : 'match_modal.button';
