import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useClock } from '#web/session/use-clock.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconClock } from '#web/ui/icons.ts';
import styles from './swipe-game.module.css';

export function Tomorrow({ at, onReach }: { at: string; onReach: () => void }) {
  const { t } = useTranslation('swipe');
  const now = useClock(1000);
  const seconds = now === null ? null : Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
  const reach = useEffectEvent(onReach);
  const reached = seconds === 0;
  useEffect(() => {
    if (reached) reach();
  }, [reached]);
  const two = (value: number) => String(value).padStart(2, '0');
  const parts =
    seconds === null
      ? { hours: '--', minutes: '--', seconds: '--' }
      : {
          hours: two(Math.floor(seconds / 3600)),
          minutes: two(Math.floor(seconds / 60) % 60),
          seconds: two(seconds % 60),
        };
  return (
    <section className={styles['tomorrow']}>
      <IconClock size={40} stroke={1.4} aria-hidden="true" />
      <h2>{t('done')}</h2>
      <p>{t('done_text')}</p>
      <p className={styles['countdown']} role="timer" aria-label={t('countdown_label', parts)}>
        {t('countdown', parts)}
      </p>
      <div className={styles['ways']}>
        <ButtonLink to="/members">{t('search')}</ButtonLink>
        <ButtonLink to="/likes/sent" look="secondary">
          {t('see_likes')}
        </ButtonLink>
      </div>
    </section>
  );
}
