import type { ProfileCard } from '#contract/profiles.ts';
import { useIcebreakers } from '#web/chat/composer/icebreaker-modal.tsx';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { TypingBubble } from '#web/messages/plain-message.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import styles from './empty-conversation.module.css';

const LINES = 3;

export function EmptyConversation({
  profile,
  typing,
  onChoose,
}: {
  profile: ProfileCard;
  typing: boolean;
  onChoose: (line: string) => void;
}) {
  const { t } = useTranslation('chat');
  const { data } = useIcebreakers(profile.id);
  return (
    <div className={styles['empty']}>
      <Avatar profile={profile} size={128} />
      <h2>
        <Trans t={t} i18nKey="empty.title" values={{ name: profile.name }} components={{ em: <em /> }} />
      </h2>
      <p>{t('empty.text', { name: profile.name })}</p>
      <ul className={styles['lines']}>
        {data?.icebreakers.slice(0, LINES).map(({ id, text }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      {typing && <TypingBubble name={profile.name} />}
    </div>
  );
}
