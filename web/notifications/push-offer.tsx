import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useDismissal } from '#web/session/dismissals.ts';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { canAskPush, subscribePush } from './push.ts';
import styles from './push-offer.module.css';

/**
 * Offers push while the member waits for a reply from `name`, until they dismiss the offer or decide. The
 * settings screen has the same switch.
 */
export function PushOffer({ name }: { name: string }) {
  const { t } = useTranslation(['notices', 'common']);
  const { errorText } = useErrorText();
  const api = useApi();
  const settings = useSettings();
  const queries = useQueryClient();
  const [dismissed, dismiss] = useDismissal('push_alert');
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
  if (dismissed || !canAskPush(settings)) return null;
  return (
    <div className={styles['offer']}>
      <Alert
        onDismiss={dismiss}
        action={
          <Button size="s" look="secondary" busy={subscribe.isPending} onClick={() => subscribe.mutate()}>
            {t('push_way')}
          </Button>
        }
      >
        {t('push', { name })}
      </Alert>
    </div>
  );
}
