import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import styles from './needs-script.module.css';

/** Content that does not work without script. A browser without it shows a sentence instead. */
export function NeedsScript({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const { name } = useSettings();
  return (
    <>
      <noscript>
        <Alert tone="warning">{t('needs_script', { name })}</Alert>
      </noscript>
      <div className={styles['content']}>{children}</div>
    </>
  );
}
