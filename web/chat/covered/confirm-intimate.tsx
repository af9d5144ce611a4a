import type { Chat } from '#contract/chat/conversations.ts';
import { useOutbox } from '#web/chat/outbox/outbox.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconShield } from '#web/ui/icons.ts';
import styles from '#web/chat/composer/composer-notice.module.css';

/** Asks the sender of a picture that looks intimate, before anything is charged (docs/product.md 10.17). */
export default function ConfirmIntimate({ chat: { profile }, clientId }: { chat: Chat; clientId: string }) {
  const { t } = useTranslation('chat');
  const outbox = useOutbox();
  return (
    <div className={styles['acknowledge']} role="alertdialog" aria-labelledby="intimate-title">
      <h2 id="intimate-title">
        <IconShield size={24} aria-hidden="true" />
        {t('covered.sure_title')}
      </h2>
      <p>{t('covered.sure_text', { name: profile.name })}</p>
      <span className={styles['ways']}>
        <Button onClick={() => outbox.confirm(clientId, 'intimate_confirmed')}>
          {t('covered.sure_send')}
        </Button>
        <Button look="quiet" onClick={() => outbox.discard(clientId)}>
          {t('covered.sure_discard')}
        </Button>
      </span>
    </div>
  );
}
