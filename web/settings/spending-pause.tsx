import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/membership/user.ts';
import { type PauseDays, pauseDays } from '#contract/rules/spending-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import section from './section.module.css';
import styles from './spending.module.css';

/** The member's own pause of spending, which the server enforces. Ending it early takes a day. */
export function SpendingPause({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const { day, time } = useFormats();
  const [asking, setAsking] = useState<PauseDays | null>(null);
  const { start, end } = usePause();
  const pause = user.spending_pause;
  return (
    <Card>
      <h2>{t('pause.title')}</h2>
      <p className={section['lead']}>{t('pause.lead')}</p>
      {pause && (
        <p className={styles['paused']} role="status">
          <strong>{t('pause.running', { when: `${day(pause.until)}, ${time(pause.until)}` })}</strong>{' '}
          {pause.ends_early && t('pause.ends_early')}
        </p>
      )}
      <div className={styles['pauses']} role="group" aria-label={t(pause ? 'pause.longer' : 'pause.title')}>
        {pause && <span>{t('pause.longer')}</span>}
        {pauseDays.map((days) => (
          <Button key={days} look="secondary" onClick={() => setAsking(days)}>
            {t('pause.days', { count: days })}
          </Button>
        ))}
      </div>
      {pause && !pause.ends_early && (
        <div className={styles['pauses']}>
          <Button look="quiet" busy={end.isPending} onClick={() => end.mutate()}>
            {t('pause.sooner')}
          </Button>
          <span>{t('pause.sooner_hint')}</span>
        </div>
      )}
      <Modal
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === null ? '' : t('pause.ask', { count: asking })}
        size="s"
        footer={
          <>
            <Button look="quiet" onClick={() => setAsking(null)}>
              {t('common:cancel')}
            </Button>
            <Button
              onClick={() => {
                if (asking !== null) start.mutate(asking);
                setAsking(null);
              }}
            >
              {t('pause.start')}
            </Button>
          </>
        }
      >
        {t('pause.ask_text')}
      </Modal>
    </Card>
  );
}

function usePause() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const outcome = {
    onSuccess(user: User) {
      queries.setQueryData(userQuery.queryKey, user);
      toast('success', t('saved'));
    },
    onError: (error: unknown) => toast('error', errorText(error)),
  };
  return {
    start: useMutation({
      mutationFn: (days: PauseDays) => api.call('pauseSpending', { body: { days } }),
      ...outcome,
    }),
    end: useMutation({ mutationFn: () => api.call('endSpendingPause'), ...outcome }),
  };
}
