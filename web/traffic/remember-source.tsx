import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { currentSource } from './carry-source.ts';

/**
 * Switch on the cookie page that lets this browser remember for 30 days which advertisement brought the
 * visitor. Off by default.
 */
export function RememberSource() {
  const { t } = useTranslation('partners');
  const { errorText } = useErrorText();
  const api = useApi();
  const { traffic_source } = useSettings();
  const [remembered, setRemembered] = useState(traffic_source && Object.keys(sourceOnPage()).length === 0);
  const change = useMutation({
    mutationFn: (remember: boolean) =>
      api.call('tracking', { body: { ...(remember ? sourceOnPage() : {}), remember } }),
    onSuccess: (_reply, remember) => setRemembered(remember),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Card title={t('remember.title')}>
      <Switch
        label={t('remember.label')}
        hint={t('remember.hint')}
        checked={remembered}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </Card>
  );
}

const sourceOnPage = () => (typeof location === 'undefined' ? {} : currentSource());
