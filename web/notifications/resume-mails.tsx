import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';

export function ResumeMails() {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const resume = useMutation({
    mutationFn: () => api.call('resumeMails'),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: userQuery.queryKey });
      toast('success', t('warnings.mails_resumed'));
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Button look="secondary" size="s" busy={resume.isPending} onClick={() => resume.mutate()}>
      {t('warnings.mails_resume')}
    </Button>
  );
}
