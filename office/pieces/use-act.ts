import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody, CallName, CallReply } from '#contract/calls.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';
import { callWithBody } from './call-with-body.ts';

export function useAct<K extends CallName>(
  name: K,
  { done, refresh }: { done: string | ((reply: CallReply<K>) => string); refresh: CallName[] },
) {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: (body: CallBody<K>) => callWithBody(api, name, body),
    async onSuccess(reply) {
      toast('success', typeof done === 'string' ? done : done(reply));
      await Promise.all(
        [...refresh, 'adminTasks'].map((each) => queries.invalidateQueries({ queryKey: [each] })),
      );
    },
    onError: (error) => toast('error', errorText(error)),
  });
}
