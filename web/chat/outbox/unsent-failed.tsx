import { clsx } from 'clsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconAlert, IconRefresh } from '#web/ui/icons.ts';
import { useOutbox } from './outbox.ts';
import styles from '#web/messages/bubble.module.css';

/** The choices below a message that the server refused. */
export default function UnsentFailed({ clientId }: { clientId: string }) {
  const { t } = useTranslation('chat');
  const outbox = useOutbox();
  return (
    <p className={clsx(styles['meta'], styles['problem'])} role="alert">
      <IconAlert size={15} aria-hidden="true" />
      {t('state.failed')}
      <button type="button" onClick={() => outbox.retry(clientId)}>
        <IconRefresh size={15} aria-hidden="true" />
        {t('common:retry')}
      </button>
      <button type="button" onClick={() => outbox.discard(clientId)}>
        {t('state.discard')}
      </button>
    </p>
  );
}
