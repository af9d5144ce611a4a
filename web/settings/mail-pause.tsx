import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MailPauseDays, mailPauseDays } from '#contract/lists/notifications.ts';
import type { User } from '#contract/membership/user.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from '#web/settings/spending.module.css';

export function MailPause({ user, onPaused }: { user: User; onPaused?: () => void }) {
  const { t } = useTranslation('mail_pause');
  const { date } = useFormats();
  const { start, end } = useMailPause();
  const until = user.mails_paused_until;
  if (until)
    return (
      <div className={styles['pauses']} role="status">
        <strong>{t('running', { date: date(until) })}</strong>
        <Button look="secondary" size="s" busy={end.isPending} onClick={() => end.mutate()}>
          {t('end')}
        </Button>
      </div>
    );
  return (
    <div className={styles['pauses']} role="group" aria-label={t('title')}>
      {mailPauseDays.map((days) => (
        <Button
          key={days}
          look="secondary"
          size="s"
          busy={start.isPending && start.variables === days}
          onClick={() => start.mutate(days, onPaused && { onSuccess: onPaused })}
        >
          {t('days', { count: days })}
        </Button>
      ))}
    </div>
  );
}

function useMailPause() {
  const { t } = useTranslation('mail_pause');
  const { date } = useFormats();
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const outcome = {
    onSuccess(user: User) {
      queries.setQueryData(userQuery.queryKey, user);
      toast(
        'success',
        user.mails_paused_until ? t('running', { date: date(user.mails_paused_until) }) : t('ended'),
      );
    },
    onError: (error: unknown) => toast('error', errorText(error)),
  };
  return {
    start: useMutation({
      mutationFn: (days: MailPauseDays) => api.call('pauseMails', { body: { days } }),
      ...outcome,
    }),
    end: useMutation({ mutationFn: () => api.call('endMailPause'), ...outcome }),
  };
}
