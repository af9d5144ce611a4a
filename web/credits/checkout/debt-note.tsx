import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import styles from './debt-note.module.css';

/** What is owed after a chargeback of credits that had been spent, and who pays it: the next purchase. */
export function DebtNote({ credits }: { credits: number | undefined }) {
  const { t } = useTranslation('credits');
  if (!credits) return null;
  return (
    <div className={styles['note']}>
      <Alert tone="warning">{t('debt', { count: credits })}</Alert>
    </div>
  );
}
