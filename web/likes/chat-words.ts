import type { QueryClient } from '@tanstack/react-query';
import { chatsQuery } from '#web/session/queries.ts';

/** Text key of the button from a match to the chat: "say hello" only if the two have not talked yet. */
export const chatWords = (queries: QueryClient, profile: number) =>
  queries.getQueryData(chatsQuery.queryKey)?.chats.some((chat) => chat.profile.id === profile)
    ? 'match_modal.chat'
    : 'match_modal.button';
