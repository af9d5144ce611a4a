import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody } from '#contract/calls.ts';
import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

export function useChangeUser() {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: NonNullable<CallBody<'changeUser'>>) => api.call('changeUser', { body: change }),
    onMutate(change) {
      const before = queries.getQueryData<User | null>(userQuery.queryKey);
      if (before) queries.setQueryData(userQuery.queryKey, { ...before, ...change });
      return { before };
    },
    onSuccess(user) {
      queries.setQueryData(userQuery.queryKey, user);
      toast('success', t('saved'));
    },
    onError(error, _change, context) {
      if (context?.before) queries.setQueryData(userQuery.queryKey, context.before);
      toast('error', errorText(error));
    },
  });
}
