import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody } from '#contract/calls.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

/** Changes a saved search, or deletes it. The list is read again afterwards. */
export function useChangeSearches() {
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const after = {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['savedSearches'] }),
    onError: (error: Error) => toast('error', errorText(error)),
  };
  return {
    change: useMutation({
      mutationFn: (body: NonNullable<CallBody<'changeSavedSearch'>>) =>
        api.call('changeSavedSearch', { body }),
      ...after,
    }),
    remove: useMutation({
      mutationFn: (id: number) => api.call('deleteSavedSearch', { body: { id } }),
      ...after,
    }),
  };
}
