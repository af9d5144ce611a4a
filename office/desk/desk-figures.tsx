import { useQuery } from '@tanstack/react-query';
import { waitingTimeText } from '#office/pieces/waiting-time.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import styles from './desk.module.css';

export function DeskFigures() {
  const { t, i18n } = useTranslation('office/desk');
  const { data } = useQuery(callQuery('deskFigures'));
  if (!data || data.writers.length === 0) return null;
  return (
    <table className={styles['figures']}>
      <caption>{t('figures', { count: data.days })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('writer')}</th>
          <th scope="col">{t('answers')}</th>
          <th scope="col">{t('median_wait')}</th>
        </tr>
      </thead>
      <tbody>
        {data.writers.map(({ writer, answers, median_wait_seconds: wait }) => (
          <tr key={writer.id}>
            <th scope="row">{writer.name}</th>
            <td>{answers}</td>
            <td>{wait === null ? '–' : waitingTimeText(i18n.language, wait)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
