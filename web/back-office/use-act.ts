import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody, CallName, CallReply } from '#contract/calls.ts';
import { useApi } from '#web/session/use-session.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { toast } from '#web/ui/toasts.tsx';

/** An operator's act: makes the call, says what came of it (`done`, in a word that may depend on the answer), and loads what it changed (`refresh`: names of calls). */
export function useAct<K extends CallName>(name: K, { done, refresh }: { done: string | ((reply: CallReply<K>) => string); refresh: CallName[] }) {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: (body: CallBody<K>) => api.call(name, { body } as never),
    async onSuccess(reply) {
      toast('success', typeof done === 'string' ? done : done(reply as CallReply<K>));
      await Promise.all([...refresh, 'adminTasks'].map((each) => queries.invalidateQueries({ queryKey: [each] })));
    },
    onError: (error) => toast('error', errorText(error)),
  });
}
