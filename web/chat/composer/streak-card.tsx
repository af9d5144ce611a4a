import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SectionPath } from '#contract/membership/settings-sections.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { dismissStreak, useStreak } from './spending-streak.ts';
import styles from './composer-notice.module.css';

/**
 * Spending reminder (docs/product.md 10.6): a card that suggests a break or a limit when spending is unusual.
 * It blocks nothing.
 */
export default function StreakCard() {
  const { t } = useTranslation('chat');
  const { id, spending_cap } = useMember();
  const streak = useStreak(id);
  const api = useApi();
  const queries = useQueryClient();
  const pause = useMutation({
    mutationFn: () => api.call('pauseSpending', { body: { days: 1 } }),
    onSuccess: (user) => queries.setQueryData(userQuery.queryKey, user),
  });
  if (streak === null) return null;
  return (
    <section className={styles['streak']} aria-labelledby="streak-title">
      <h2 id="streak-title">{t('streak.title')}</h2>
      <p>{t('streak.text', { count: streak })}</p>
      <span className={styles['ways']}>
        <Button size="s" look="secondary" busy={pause.isPending} onClick={() => pause.mutate()}>
          {t('streak.pause')}
        </Button>
        {spending_cap == null && (
          <ButtonLink size="s" look="secondary" to={'/notifications/spending' satisfies SectionPath}>
            {t('streak.cap')}
          </ButtonLink>
        )}
        <Button size="s" look="quiet" onClick={() => dismissStreak(id)}>
          {t('streak.go_on')}
        </Button>
      </span>
    </section>
  );
}
