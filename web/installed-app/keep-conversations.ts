import type { QueryClient } from '@tanstack/react-query';
import type { Chat } from '#contract/chat.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { dropConversations, keepConversation, lastWordsOf, wordsOf } from '#web/session/offline-store.ts';

/** Changes come in bursts: they are kept together after this long. */
const SETTLE_MS = 2000;

/** Keeps the member's conversations as they are seen and change, for reading without a network. Returns how to stop. */
export function keepConversations(queries: QueryClient, member: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kept = new Map<number, string>();
  const keep = async () => {
    const opened = queries.getQueriesData<Chat>({ queryKey: ['chat'] }).flatMap(([, chat]) => (chat ? (wordsOf(chat, member) ?? []) : []));
    const listed = queries.getQueryData(chatsQuery.queryKey)?.chats;
    if (listed) await dropConversations((id) => listed.some(({ conversation }) => conversation.id === id));
    const unopened = (listed ?? []).filter(({ conversation }) => !opened.some(({ id }) => id === conversation.id));
    for (const words of [...opened, ...unopened.map((chat) => lastWordsOf(chat, member))]) {
      const last = words.messages.at(-1);
      const mark = `${last?.at} ${words.messages.length}`;
      if (!last || kept.get(words.id) === mark || (words.messages.length === 1 && kept.get(words.id)?.startsWith(last.at))) continue;
      await keepConversation(member, words);
      kept.set(words.id, mark);
    }
  };
  const later = () => {
    clearTimeout(timer);
    // A browser that keeps nothing (a private window) goes without.
    timer = setTimeout(() => void keep().catch(() => {}), SETTLE_MS);
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
