import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';

/** Consent to the use of intimate data. It is withdrawn as easily as it was given (GDPR 7(3)). */
export function IntimateConsent({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const { t: common } = useTranslation('common');
  const { errorText } = useErrorText();
  const { name: site } = useSettings();
  const formats = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (given: boolean) => api.call('changeIntimateConsent', { body: { given } }),
    onSuccess(changed) {
      queries.setQueryData(userQuery.queryKey, changed);
      toast('success', common('saved'));
    },
    onError: (error) => toast('error', errorText(error)),
  });
  const { given_at = null, withdrawn_at = null } = user.intimate_consent ?? {};
  return (
    <Card>
      <h2>{t('intimate.title')}</h2>
      <Switch
        label={t('intimate.label', { site })}
        hint={t('intimate.text')}
        checked={change.isPending ? change.variables : !withdrawn_at}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
      {withdrawn_at ? (
        <p role="status">
          {t('intimate.withdrawn', { date: formats.date(withdrawn_at) })} {t('intimate.again')}
        </p>
      ) : (
        given_at && <p>{t('intimate.since', { date: formats.date(given_at) })}</p>
      )}
    </Card>
  );
}
