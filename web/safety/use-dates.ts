import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

export const datesQuery = callQuery('sharedDates');

/** Checks in after a shared date, or ends its link. The list is read again afterwards. */
export function useDates() {
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const after = {
    onSuccess: () => queries.invalidateQueries({ queryKey: datesQuery.queryKey }),
    onError: (error: Error) => toast('error', errorText(error)),
  };
  return {
    checkIn: useMutation({ mutationFn: (id: number) => api.call('checkIn', { body: { id } }), ...after }),
    end: useMutation({ mutationFn: (id: number) => api.call('endSharedDate', { body: { id } }), ...after }),
  };
}
