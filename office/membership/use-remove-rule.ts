import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SignUpRule } from '#contract/membership/sign-up-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';

/** Removes a rule, and offers to put it back. */
export function useRemoveRule({ id, effect, note, until }: SignUpRule, onDone: () => void) {
  const { t } = useTranslation('office/sign-up-rules');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['signUpRules'] });
  const putBack = () =>
    void api
      .call('changeSignUpRule', { body: { id, effect, note, until } })
      .then(refresh, (error: unknown) => toast('error', errorText(error)));
  return useMutation({
    mutationFn: () => api.call('removeSignUpRule', { body: { id } }),
    onSuccess() {
      onDone();
      toast('success', t('removed'), { action: { text: t('put_back'), run: putBack } });
      return refresh();
    },
    onError: (error) => toast('error', errorText(error)),
  });
}
