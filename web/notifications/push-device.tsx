import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { pushState, type PushState, subscribePush, unsubscribePush } from './push.ts';
import styles from './push-device.module.css';

export function PushDevice() {
  const { t } = useTranslation('notifications');
  const { errorText } = useErrorText();
  const api = useApi();
  const settings = useSettings();
  const queries = useQueryClient();
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => void pushState(settings).then(setState), [settings]);
  const turn = useMutation({
    mutationFn: () => (state === 'subscribed' ? unsubscribePush(api) : subscribePush(api, settings)),
    retry: false,
    onSuccess(next) {
      setState(next);
      void queries.invalidateQueries({ queryKey: ['user'] });
    },
    onError: (error) => toast('error', errorText(error)),
  });
  if (settings.push_public_key === null) return null;
  return (
    <div className={styles['device']} aria-busy={state === null}>
      <p>{t(`push.${state ?? 'capable'}`)}</p>
      {state !== 'denied' && state !== 'unknown' && (
        <Button
          look="secondary"
          size="s"
          disabled={state === null}
          busy={turn.isPending}
          onClick={() => turn.mutate()}
        >
          {t(state === 'subscribed' ? 'push.turn_off' : 'push.turn_on')}
        </Button>
      )}
    </div>
  );
}
