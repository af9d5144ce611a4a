import type { CSSProperties } from 'react';
import type { Figures } from '#contract/figures/figures.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { FigureCard } from './figure-card.tsx';
import styles from './figures.module.css';

/** Number of weeks after signup that fit on a screen. The downloaded file contains all of them. */
const SHOWN_WEEKS = 12;

/**
 * Retention: for each week's signups, the share that was active one week later, two weeks later and so on.
 * Cells with a higher share have a darker shade.
 */
export function Cohorts({ data }: { data: Figures }) {
  const { t } = useTranslation('office/figures');
  const { number, percent, dayAndMonth } = useFormats();
  const weeks = Math.min(SHOWN_WEEKS, Math.max(0, ...data.cohorts.map(({ stayed }) => stayed.length)));
  return (
    <FigureCard title={t('cohorts')} note={t('cohorts_note')} part="cohorts" data={data}>
      {data.cohorts.length === 0 ? (
        <p>{t('nobody')}</p>
      ) : (
        <div className={styles['scroll']} role="region" aria-label={t('cohorts')} tabIndex={0}>
          <table className={styles['cohorts']}>
            <caption className="visually-hidden">{t('cohorts')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('week_of')}</th>
                <th scope="col">{t('steps.signups')}</th>
                {Array.from({ length: weeks }, (_, week) => (
                  <th key={week} scope="col">
                    {t('week', { week })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.cohorts.map(({ week, signups, stayed }) => (
                <tr key={week}>
                  <th scope="row" suppressHydrationWarning>
                    {dayAndMonth(`${week}T12:00:00Z`)}
                  </th>
                  <td>{number(signups)}</td>
                  {stayed.slice(0, weeks).map((members, later) => {
                    const share = signups === 0 ? 0 : (100 * members) / signups;
                    return (
                      <td
                        key={later}
                        title={t('members', { count: members })}
                        style={{ '--share': `${Math.round(share)}%` } as CSSProperties}
                        className={styles['cell']}
                      >
                        {percent(share)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </FigureCard>
  );
}
