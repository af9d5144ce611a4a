import type { QueryClient } from '@tanstack/react-query';
import type { Chat } from '#contract/chat/conversations.ts';
import { apiOf } from '#web/session/query-client.ts';
import { type ChatTarget, chatQuery } from './chat-query.ts';

export async function loadOlder(queries: QueryClient, target: ChatTarget): Promise<void> {
  const { queryKey } = chatQuery(target);
  const known = queries.getQueryData(queryKey);
  const first = known?.messages[0];
  if (!known?.has_more || !first) return;
  const page = await apiOf(queries).call('chat', { query: { ...target, before: first.id } });
  prepend(queries, target, first.id, page);
}

export async function loadBackTo(queries: QueryClient, target: ChatTarget, message: number): Promise<void> {
  const { queryKey } = chatQuery(target);
  for (;;) {
    const known = queries.getQueryData(queryKey);
    const first = known?.messages[0];
    if (!known?.has_more || !first || first.id <= message) return;
    const page = await apiOf(queries).call('chat', { query: { ...target, before: first.id, to: message } });
    prepend(queries, target, first.id, page);
    if (page.messages.length === 0) return;
  }
}

/** Inserts older messages, unless the first message changed since they were requested. */
function prepend(queries: QueryClient, target: ChatTarget, first: number, page: Chat) {
  queries.setQueryData(chatQuery(target).queryKey, (chat) =>
    chat && chat.messages[0]?.id === first
      ? {
          ...chat,
          messages: [...page.messages, ...chat.messages],
          has_more: page.has_more,
          hidden_older: page.hidden_older,
        }
      : chat,
  );
}
