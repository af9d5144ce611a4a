import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody } from '#contract/calls.ts';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { changeChat } from '#web/chat/chat-query.ts';
import { chatsQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

type Arranged = CallBody<'arrangeChat'>;

/** Changes the order of a conversation at once. The server is told again while the network fails. */
export function useArrange(): (arranged: Arranged) => void {
  const queries = useQueryClient();
  const api = useApi();
  const { errorText } = useErrorText();
  const { mutate } = useMutation({
    mutationFn: (body: Arranged) => api.call('arrangeChat', { body }),
    onMutate: (arranged) => show(queries, arranged),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['chats'] }),
  });
  return mutate;
}

const mark = (value: boolean | undefined) => (value ? (true as const) : undefined);

function show(queries: QueryClient, { conversation: id, pinned, archived, unread, mute }: Arranged) {
  const marks = {
    ...(pinned !== undefined && { pinned: mark(pinned) }),
    ...(archived !== undefined && { archived: mark(archived) }),
    ...(mute !== undefined && { muted: mark(mute !== null) }),
  };
  queries.setQueryData(
    chatsQuery.queryKey,
    (known) =>
      known && {
        ...known,
        chats: inOrder(
          known.chats
            .map((chat) =>
              chat.conversation.id === id
                ? { ...chat, ...marks, ...(unread !== undefined && { marked_unread: mark(unread) }) }
                : chat,
            )
            .filter((chat) => !chat.archived),
        ),
      },
  );
  changeChat(queries, { conversation: id }, (chat) =>
    chat.conversation ? { ...chat, conversation: { ...chat.conversation, ...marks } } : chat,
  );
}

const inOrder = (chats: ChatSummary[]) =>
  chats.toSorted(
    (a, b) =>
      Number(b.pinned ?? false) - Number(a.pinned ?? false) ||
      b.conversation.last_message_at.localeCompare(a.conversation.last_message_at),
  );
