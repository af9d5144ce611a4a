import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './desk.module.css';

/** Whether the writer gets waiting conversations. */
export function Presence({ on, capacity }: { on: boolean; capacity: number }) {
  const { t } = useTranslation('office/desk');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const change = useMutation({
    mutationFn: () => api.call('deskPresence', { body: { on: !on } }),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk'] }),
  });
  return (
    <div className={styles['presence']}>
      <Button
        size="s"
        look={on ? 'secondary' : 'primary'}
        busy={change.isPending}
        aria-keyshortcuts="A"
        aria-pressed={on}
        onClick={() => change.mutate()}
      >
        {t(on ? 'go_away' : 'go_on')} (A)
      </Button>
      <span className={styles['note']} role="status">
        {on ? t('is_on', { count: capacity }) : t('is_away')}
      </span>
    </div>
  );
}
