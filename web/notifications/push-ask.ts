import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useDismissal } from '#web/session/dismissals.ts';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { toast } from '#web/ui/toasts.tsx';
import { canAskPush, subscribePush } from './push.ts';

/** Long enough to be read after one's own message has been looked at. */
const STAY_MS = 20_000;

/**
 * Offers push once, when it is of use: after the member has sent `name` a message and waits for an answer. `sent` is the id of
 * the newest own message. Whoever lets it pass finds the switch in the settings.
 */
export function usePushAsk(sent: number | undefined, name: string) {
  const { t } = useTranslation(['notices', 'common']);
  const { errorText } = useErrorText();
  const api = useApi();
  const settings = useSettings();
  const queries = useQueryClient();
  const [dismissed, dismiss] = useDismissal('push_alert');
  const [first] = useState(sent);
  const subscribe = useMutation({
    mutationFn: () => subscribePush(api, settings),
    retry: false,
    onSuccess(state) {
      if (state !== 'subscribed') return;
      toast('success', t('common:warnings.push_on'), { key: 'push' });
      void queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
    onError: (error) => toast('error', errorText(error), { key: 'push' }),
  });
  const ask = useEffectEvent(() => {
    if (dismissed || !canAskPush(settings)) return;
    dismiss();
    toast('info', t('push', { name }), { key: 'push', stayMs: STAY_MS, action: { text: t('push_way'), run: () => subscribe.mutate() } });
  });
  useEffect(() => {
    if (sent !== undefined && sent !== first) ask();
  }, [sent, first]);
}
