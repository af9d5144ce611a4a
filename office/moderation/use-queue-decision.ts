import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody, CallName } from '#contract/calls.ts';
import { callWithBody } from '#office/pieces/call-with-body.ts';
import { worthRetrying } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

/**
 * Fewer retries than usual. The operator moves on at once, so a failure must be shown while it is still clear
 * which item it concerns.
 */
const MOST_RETRIES = 1;

/** The queue is refetched once fewer items are left than this. */
const REFETCH_BELOW = 5;

interface Queue<List extends string, K extends CallName> {
  queue: CallName;
  list: List;
  said: (decision: CallBody<K>) => string;
  onFailed?: () => void;
}

/** Decides about an item of a queue. The item disappears immediately and comes back if the call fails. */
export function useQueueDecision<K extends CallName, List extends string>(
  call: K,
  { queue, list, said, onFailed }: Queue<List, K>,
) {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const queryKey = [queue];
  type Answer = { waiting: number } & Record<List, { id: number }[]>;
  const mutationKey = [call];
  return useMutation({
    mutationKey,
    mutationFn: (body: CallBody<K> & { id: number }) => callWithBody(api, call, body),
    retry: (failures, error) => failures < MOST_RETRIES && worthRetrying(failures, error),
    async onMutate({ id }) {
      await queries.cancelQueries({ queryKey });
      queries.setQueriesData(
        { queryKey },
        (now: Answer | undefined) =>
          now && {
            ...now,
            waiting: Math.max(0, now.waiting - 1),
            [list]: now[list].filter((thing) => thing.id !== id),
          },
      );
    },
    onSuccess: (_, decision) => toast('success', said(decision)),
    onError(error) {
      toast('error', errorText(error));
      onFailed?.();
      void queries.invalidateQueries({ queryKey });
    },
    onSettled() {
      // A refetch would list items again whose decisions are still on their way. The last of them refetches.
      if (queries.isMutating({ mutationKey }) > 1) return;
      const left = queries
        .getQueriesData<Answer>({ queryKey })
        .map(([, answer]) => answer?.[list].length ?? 0);
      if (Math.max(0, ...left) < REFETCH_BELOW) void queries.invalidateQueries({ queryKey });
      void queries.invalidateQueries({ queryKey: ['adminTasks'] });
    },
  });
}
