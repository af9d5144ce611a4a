import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import styles from './debt-note.module.css';

/** Debt in credits after a chargeback of spent credits. The next purchase settles it. */
export function DebtNote({ credits }: { credits: number | undefined }) {
  const { t } = useTranslation('credits');
  if (!credits) return null;
  return (
    <div className={styles['note']}>
      <Alert tone="warning">{t('debt', { count: credits })}</Alert>
    </div>
  );
}
