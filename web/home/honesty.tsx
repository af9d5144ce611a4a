import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { IconEyeOff, IconMasks, IconShield } from '#web/ui/icons.ts';
import styles from './honesty.module.css';

export function Honesty() {
  const { t } = useTranslation('home');
  const { name, fictional_warning, fictional_singular, reactivation_days } = useSettings();
  const label = fictional_singular ?? t('common:card.fictional');
  return (
    <section className={styles['section']} aria-labelledby="honest">
      <h2 id="honest">
        <Stressed text={t('honest.title')} />
      </h2>
      <div className={styles['grid']}>
        {fictional_warning && (
          <article className={styles['big']}>
            <span className={styles['label']}>
              <IconMasks size={18} aria-hidden="true" />
              {label}
            </span>
            <p>{t('honest.fictional', { site: name })}</p>
            <p className={styles['quiet']}>{t('honest.fictional_ask')}</p>
          </article>
        )}
        <article>
          <IconShield size={30} stroke={1.5} aria-hidden="true" />
          <h3>{t('honest.safe.title')}</h3>
          <p>{t('honest.safe.text')}</p>
        </article>
        <article>
          <IconEyeOff size={30} stroke={1.5} aria-hidden="true" />
          <h3>{t('honest.yours.title')}</h3>
          <p>{t('honest.yours.text', { days: reactivation_days })}</p>
        </article>
      </div>
    </section>
  );
}
