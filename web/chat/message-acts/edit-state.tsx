import { clsx } from 'clsx';
import { ApiError } from '#web/api.ts';
import { useOutbox } from '#web/chat/outbox/outbox.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { UnsentEdit } from '#web/session/unsent-db.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { IconAlert, IconClock, IconRefresh } from '#web/ui/icons.ts';
import styles from '#web/messages/bubble.module.css';

export default function EditState({ edit }: { edit: UnsentEdit }) {
  const { t } = useTranslation(['message_acts', 'chat']);
  const { errorText } = useErrorText();
  const outbox = useOutbox();
  if (edit.state !== 'failed')
    return (
      <p className={styles['meta']}>
        {t('saving')}
        <IconClock size={14} aria-hidden="true" />
      </p>
    );
  return (
    <p className={clsx(styles['meta'], styles['problem'])} role="alert">
      <IconAlert size={15} aria-hidden="true" />
      {t('edit_failed')}{' '}
      {errorText(new ApiError(0, { error: edit.code ?? 'internal', params: edit.params ?? {} }))}
      <button type="button" onClick={() => outbox.retry(edit.client_id)}>
        <IconRefresh size={15} aria-hidden="true" />
        {t('common:retry')}
      </button>
      <button type="button" onClick={() => outbox.discard(edit.client_id)}>
        {t('chat:state.discard')}
      </button>
    </p>
  );
}
