import type { QueryClient } from '@tanstack/react-query';
import type { Chat } from '#contract/chat/conversations.ts';
import { dropConversations, storeConversation, lastWordsOf, wordsOf } from '#web/session/offline-store.ts';
import { chatsQuery } from '#web/session/queries.ts';

/** Debounce delay, because changes come in bursts. */
const SETTLE_MS = 2000;

/**
 * Stores the member's conversations for offline reading as they load and change. Returns a function that
 * stops it.
 */
export function storeConversations(queries: QueryClient, member: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stored = new Map<number, string>();
  const store = async () => {
    const opened = queries
      .getQueriesData<Chat>({ queryKey: ['chat'] })
      .flatMap(([, chat]) => (chat ? (wordsOf(chat, member) ?? []) : []));
    const listed = queries.getQueryData(chatsQuery.queryKey)?.chats;
    if (listed) await dropConversations((id) => listed.some(({ conversation }) => conversation.id === id));
    const unopened = (listed ?? []).filter(
      ({ conversation }) => !opened.some(({ id }) => id === conversation.id),
    );
    for (const words of [...opened, ...unopened.map((chat) => lastWordsOf(chat, member))]) {
      const last = words.messages.at(-1);
      const mark = `${last?.at} ${words.messages.length}`;
      if (
        !last ||
        stored.get(words.id) === mark ||
        (words.messages.length === 1 && stored.get(words.id)?.startsWith(last.at))
      )
        continue;
      await storeConversation(member, words);
      stored.set(words.id, mark);
    }
  };
  const later = () => {
    clearTimeout(timer);
    // A browser without storage (a private window) has no offline copy.
    timer = setTimeout(() => void store().catch(() => {}), SETTLE_MS);
  };
  later();
  const stop = queries.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && (query.queryKey[0] === 'chat' || query.queryKey[0] === 'chats')) later();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
