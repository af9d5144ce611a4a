import { useFormats } from '#web/i18n/format.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import styles from './landing.module.css';

const steps = ['signup', 'find', 'write'] as const;

export function HowItWorks() {
  const { t } = useTranslation('home');
  const { claims = [], free_messages = 5 } = useSettings();
  const { date, number } = useFormats();
  return (
    <section className={styles['section']} aria-labelledby="how">
      <h2 id="how">
        <Stressed text={t('how.title')} />
      </h2>
      <ol className={styles['steps']}>
        {steps.map((step, index) => (
          <li key={step}>
            <span className={styles['number']} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{t(`how.${step}.title`)}</h3>
            <p>{t(`how.${step}.text`, { count: free_messages })}</p>
          </li>
        ))}
      </ol>
      {claims.length > 0 && (
        <ul className={styles['claims']}>
          {claims.map(({ id, percentage, measured_on: measured, sample }) => (
            <li key={id}>
              <b>{percentage}%</b> {t(`claims.${id}`)}
              <small>
                {t('claims.basis', { date: date(`${measured}T12:00:00Z`), sample: number(sample) })}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
