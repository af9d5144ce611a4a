import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

export const tripsQuery = callQuery('trips');

export function useDeleteTrip() {
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.call('deleteTrip', { body: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: tripsQuery.queryKey }),
    onError: (error) => toast('error', errorText(error)),
  });
}
