import type { Message } from '#contract/chat/conversations.ts';
import type { MessageHint } from '#web/chat/message-hints.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconShield } from '#web/ui/icons.ts';
import { Bothered } from './bothered.tsx';
import styles from '#web/messages/bubble.module.css';

interface HintProps {
  hint: MessageHint;
  message: Message;
  profile: { id: number; name: string };
}

/** The hint below a message that looks like fraud or may bother the recipient. */
export default function Hint({ hint, message, profile }: HintProps) {
  const { t } = useTranslation('chat');
  if (hint === 'hurtful' || hint === 'sexual') return <Bothered message={message} profile={profile} />;
  return (
    <p className={styles['hint']}>
      <IconShield size={15} aria-hidden="true" />
      {t(`careful.${hint}`)}
    </p>
  );
}
