import type { Message } from '#contract/chat/conversations.ts';
import { Bothered } from '#web/chat/covered/bothered.tsx';
import { TranslationNote } from '#web/chat/translation/translation-note.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconShield } from '#web/ui/icons.ts';
import type { MessageHint } from './message-hints.ts';
import type { MessageNote as Note } from './message-notes.ts';
import styles from '#web/messages/bubble.module.css';

interface NoteProps {
  note: Note;
  message: Message;
  profile: { id: number; name: string };
}

/** The hint and the translation below a message. */
export default function MessageNote({ note: { hint, translation }, ...about }: NoteProps) {
  return (
    <>
      {hint && <Hint hint={hint} {...about} />}
      {translation && <TranslationNote translation={translation} {...about} />}
    </>
  );
}

/** The hint below a message that looks like fraud or may bother the recipient. */
function Hint({ hint, message, profile }: Omit<NoteProps, 'note'> & { hint: MessageHint }) {
  const { t } = useTranslation('chat');
  if (hint === 'hurtful' || hint === 'sexual') return <Bothered message={message} profile={profile} />;
  return (
    <p className={styles['hint']}>
      <IconShield size={15} aria-hidden="true" />
      {t(`careful.${hint}`)}
    </p>
  );
}
