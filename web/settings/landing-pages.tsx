import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';

export function ShowOnLandingPages({ user }: { user: User }) {
  const { t } = useTranslation('partners');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (shown: boolean) => api.call('changeProfile', { body: { show_on_landing_pages: shown } }),
    onSettled: () => queries.invalidateQueries({ queryKey: userQuery.queryKey }),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Card>
      <h2>{t('show_me.title')}</h2>
      <Switch
        label={t('show_me.label')}
        hint={t('show_me.text')}
        checked={change.isPending ? change.variables : user.show_on_landing_pages === true}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </Card>
  );
}
