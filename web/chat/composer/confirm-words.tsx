import { useOutbox } from '#web/chat/outbox/outbox.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { Button } from '#web/ui/button.tsx';
import { IconShield } from '#web/ui/icons.ts';
import { takeBack, type Composed } from './take-back.ts';
import styles from './composer-notice.module.css';

interface ConfirmWordsProps {
  name: string;
  message: UnsentMessage;
  composed: Composed;
}

/** Asks the sender of a first message whose words may not be welcome, before anything is charged (docs/product.md 10.21). */
export function ConfirmWords({ name, message, composed }: ConfirmWordsProps) {
  const { t } = useTranslation(['first_words', 'chat']);
  const outbox = useOutbox();
  const { client_id: id, params } = message;
  const sign = params?.['sign'];
  const why = sign === 'sexual' || sign === 'scam' ? sign : 'hurtful';
  return (
    <div className={styles['acknowledge']} role="alertdialog" aria-labelledby="words-title">
      <h2 id="words-title">
        <IconShield size={24} aria-hidden="true" />
        {t('chat:covered.sure_title')}
      </h2>
      <p>
        {t(why, { name })} {t('free')}
      </p>
      <span className={styles['ways']}>
        {(message.kind === 'text' || message.kind === 'image') && (
          <Button
            onClick={() => {
              takeBack(message, composed);
              outbox.discard(id);
            }}
          >
            {t('change')}
          </Button>
        )}
        <Button look="secondary" onClick={() => outbox.confirm(id, 'words_confirmed')}>
          {t('send')}
        </Button>
        <Button look="quiet" onClick={() => outbox.discard(id)}>
          {t('chat:covered.sure_discard')}
        </Button>
      </span>
    </div>
  );
}
