import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallName } from '#contract/calls.ts';
import type { Api } from '#web/api.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

interface Saved {
  done?: string;
  refresh: readonly CallName[];
  onSaved?(): void;
}

export function useSave<T>(save: (api: Api, body: T) => Promise<unknown>, { done, refresh, onSaved }: Saved) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: T) => save(api, body),
    onSuccess() {
      if (done) toast('success', done);
      onSaved?.();
    },
    onSettled: () => Promise.all(refresh.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
}
