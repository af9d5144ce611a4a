import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody, CallName } from '#contract/calls.ts';
import { useApi } from '#web/session/use-session.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { toast } from '#web/ui/toasts.tsx';

/** An operator's act: makes the call, says what came of it, and loads what it changed (`refresh`: names of calls). */
export function useAct<K extends CallName>(name: K, { done, refresh }: { done: string; refresh: CallName[] }) {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: (body: CallBody<K>) => api.call(name, { body } as never),
    async onSuccess() {
      toast('success', done);
      await Promise.all([...refresh, 'adminTasks'].map((each) => queries.invalidateQueries({ queryKey: [each] })));
    },
    onError: (error) => toast('error', errorText(error)),
  });
}
