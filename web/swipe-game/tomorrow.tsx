import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconClock } from '#web/ui/icons.ts';
import styles from './swipe-game.module.css';

/** The day's likes are used: the time until the member's next day, second by second. */
export function Tomorrow({ at, onReach }: { at: string; onReach: () => void }) {
  const { t } = useTranslation('swipe');
  const left = () => Math.max(0, Math.ceil((new Date(at).getTime() - Date.now()) / 1000));
  const [seconds, setSeconds] = useState<number | null>(null);
  const reach = useEffectEvent(onReach);
  const tick = useEffectEvent(() => {
    const now = left();
    setSeconds(now);
    if (now === 0) reach();
  });
  useEffect(() => {
    tick();
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  const two = (value: number) => String(value).padStart(2, '0');
  const parts =
    seconds === null
      ? { hours: '--', minutes: '--', seconds: '--' }
      : { hours: two(Math.floor(seconds / 3600)), minutes: two(Math.floor(seconds / 60) % 60), seconds: two(seconds % 60) };
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
