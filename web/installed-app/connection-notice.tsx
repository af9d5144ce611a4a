import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './connection-notice.module.css';

/** Whether the browser has a network, as far as it knows. */
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

/** Over the page while there is no network: what is on the screen stays, what is written waits. Stands once, in the root. */
export function ConnectionNotice() {
  const { t } = useTranslation('common');
  const online = useOnline();
  return (
    <div role="status" className={styles['notice']} hidden={online}>
      {!online && t('offline')}
    </div>
  );
}
