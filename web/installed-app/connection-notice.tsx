import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { isSilent, onSilence } from './server-silence.ts';
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

const never = () => false;

/**
 * Notice over the current screen while the browser is offline or the server does not answer, during which messages wait
 * in the outbox. Mount it once, in the root.
 */
export function ConnectionNotice() {
  const { t } = useTranslation('common');
  const { name } = useSettings();
  const online = useOnline();
  const silent = useSyncExternalStore(onSilence, isSilent, never);
  return (
    <div role="status" className={styles['notice']} hidden={online && !silent}>
      {!online ? t('offline') : silent && t('unreachable', { name })}
    </div>
  );
}
