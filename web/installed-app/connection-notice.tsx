import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './connection-notice.module.css';

export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Offline notice over the current screen, while messages wait in the outbox. Mount it once, in the root. */
export function ConnectionNotice() {
  const { t } = useTranslation('common');
  const online = useOnline();
  return (
    <div role="status" className={styles['notice']} hidden={online}>
      {!online && t('offline')}
    </div>
  );
}
