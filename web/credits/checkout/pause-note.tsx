import type { SectionPath } from '#contract/membership/settings-sections.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import styles from './debt-note.module.css';

export function PauseNote() {
  const { t } = useTranslation('credits');
  const { day, time } = useFormats();
  const pause = useMember().spending_pause;
  if (!pause) return null;
  return (
    <div className={styles['note']}>
      <Alert tone="info">
        <span>{t('spending_pause.running', { when: `${day(pause.until)}, ${time(pause.until)}` })}</span>{' '}
        <Link to={'/notifications/pause' satisfies SectionPath}>{t('spending_pause.see')}</Link>
      </Alert>
    </div>
  );
}
