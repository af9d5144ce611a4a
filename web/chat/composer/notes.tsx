import type { Chat } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember } from '#web/session/use-session.ts';
import { IconCoins, IconInfo, IconMasks } from '#web/ui/icons.ts';
import styles from './composer-notice.module.css';

export function Notes({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chat');
  const { status } = useMember();
  const { profile } = chat;
  return (
    <>
      {chat.contact && !chat.conversation && (
        <p className={styles['fictional']}>
          <IconInfo size={18} aria-hidden="true" />
          {t('requests.note', { name: profile.name })}
        </p>
      )}
      {profile.kind === 'fictional' && (
        <p className={styles['fictional']}>
          <IconMasks size={18} aria-hidden="true" />
          {t('fictional.note', { name: profile.name })}
        </p>
      )}
      {chat.returned_credits !== undefined && (
        <p className={styles['fictional']} role="status">
          <IconCoins size={18} aria-hidden="true" />
          {t('returned', { name: profile.name, count: chat.returned_credits })}
        </p>
      )}
      {status === 'not_confirmed' && (
        <p className={styles['fictional']}>{t('unconfirmed', { name: profile.name })}</p>
      )}
    </>
  );
}
