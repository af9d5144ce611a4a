import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { apiOf } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { toast } from '#web/ui/toasts.tsx';
import type { Past } from './search/past-conversation.ts';

const NEWEST: number | undefined = undefined;

/**
 * A conversation at the desk with all the messages loaded so far. Every event refetches each loaded page, so
 * that new messages leave no gap between pages. A past one is loaded back to the found message, and stays unread.
 */
export function useDeskThread(conversation: number, past: Past | null) {
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['deskThread', conversation, past],
    queryFn: ({ signal, pageParam }): Promise<CallReply<'deskThread'>> =>
      apiOf(queries).call(
        'deskThread',
        { query: { conversation, before: pageParam, ...openedFrom(past, pageParam) } },
        { signal },
      ),
    initialPageParam: NEWEST,
    getNextPageParam: ({ chat }) => (chat.has_more ? chat.messages[0]?.id : undefined),
  });
  const pages = data?.pages ?? [];

  /** Asks again if an event's refetch took the place of the older page. */
  async function loadOlder() {
    for (;;) {
      const answer = await fetchNextPage({ cancelRefetch: false });
      if (answer.isError) return toast('error', errorText(answer.error));
      if (!answer.hasNextPage || answer.data?.pages.length !== pages.length) return;
    }
  }

  return {
    thread: pages[0],
    history: {
      messages: pages.toReversed().flatMap((page) => page.chat.messages),
      pages: pages.length,
      hasOlder: hasNextPage,
      hiddenOlder: pages.at(-1)?.chat.hidden_older ?? false,
      loadingOlder: isFetchingNextPage,
      loadOlder: () => void loadOlder(),
    },
    error,
    refetch,
  };
}

const openedFrom = (past: Past | null, before: number | undefined) =>
  past && {
    past: true,
    ...(past.message !== null && before === undefined && { to: past.message }),
  };

export type DeskHistory = ReturnType<typeof useDeskThread>['history'];
