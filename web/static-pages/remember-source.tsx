import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { knownSource } from '#web/session/traffic-source.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { Switch } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';

/** On the page about cookies: whether this browser may keep for 30 days which advertisement brought its visitor. Off until it is switched on. */
export function RememberSource() {
  const { t } = useTranslation('partners');
  const { errorText } = useErrorText();
  const api = useApi();
  const { traffic_source } = useSettings();
  const [kept, setKept] = useState(traffic_source && Object.keys(knownOnPage()).length === 0);
  const change = useMutation({
    mutationFn: (remember: boolean) => api.call('tracking', { body: { ...(remember ? knownOnPage() : {}), remember } }),
    onSuccess: (_answer, remember) => setKept(remember),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Card title={t('remember.title')}>
      <Switch
        label={t('remember.label')}
        hint={t('remember.hint')}
        checked={kept}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </Card>
  );
}

const knownOnPage = () => (typeof location === 'undefined' ? {} : knownSource());
