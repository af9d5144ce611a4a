import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { DeskReview } from '#contract/desk/quality.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './quality.module.css';

/** A sampled answer below the messages before it. */
export function Review({ review, children }: { review: DeskReview; children: ReactNode }) {
  const { t } = useTranslation('office/desk');
  const { date, time } = useFormats();
  const { writer, profile, member, exchange } = review;
  return (
    <article className={styles['review']} tabIndex={-1}>
      <header>
        <b>{writer.name}</b> · {t('between', { member, profile })}
      </header>
      <div className={styles['scroller']} role="log" tabIndex={0} aria-label={t('messages')}>
        <ol className={styles['exchange']}>
          {exchange.map(({ id, by_profile, kind, text, at }) => (
            <li
              key={id}
              className={clsx(by_profile && styles['own'], id === review.message && styles['sampled'])}
            >
              <small>
                {by_profile ? profile : member}, {date(at)}, {time(at)}
              </small>
              <span>{text ?? t(`kind.${kind}`)}</span>
            </li>
          ))}
        </ol>
      </div>
      {children}
    </article>
  );
}
