import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody, CallName } from '#contract/calls.ts';
import { useApi } from '#web/session/use-session.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { toast } from '#web/ui/toasts.tsx';

/** Fewer left than these: the next ones are asked for. */
const FEW = 5;

interface Queue<List extends string, K extends CallName> {
  /** The call whose answer is the queue, by name. */
  queue: CallName;
  /** Where the queue's answer has its things. */
  list: List;
  said: (decision: CallBody<K>) => string;
}

/** Decides about one thing of a queue: it leaves the queue at once and comes back when the server refuses the decision. */
export function useQueueDecision<K extends CallName, List extends string>(call: K, { queue, list, said }: Queue<List, K>) {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const queryKey = [queue];
  type Answer = { waiting: number } & Record<List, { id: number }[]>;
  return useMutation({
    mutationFn: (body: CallBody<K> & { id: number }) => api.call(call, { body } as never),
    async onMutate({ id }) {
      await queries.cancelQueries({ queryKey });
      queries.setQueriesData(
        { queryKey },
        (now: Answer | undefined) => now && { ...now, waiting: Math.max(0, now.waiting - 1), [list]: now[list].filter((thing) => thing.id !== id) },
      );
    },
    onSuccess: (_, decision) => toast('success', said(decision)),
    onError(error) {
      toast('error', errorText(error));
      void queries.invalidateQueries({ queryKey });
    },
    onSettled() {
      const left = queries.getQueriesData<Answer>({ queryKey }).map(([, answer]) => answer?.[list].length ?? 0);
      if (Math.max(0, ...left) < FEW) void queries.invalidateQueries({ queryKey });
      void queries.invalidateQueries({ queryKey: ['adminTasks'] });
    },
  });
}
