import { Suspense } from 'react';
import type { ProfileCard } from '#contract/profiles.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { TypingBubble } from '#web/messages/plain-message.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import styles from './empty-conversation.module.css';

const Suggestions = lazyPart(() => import('./suggestions.tsx'));

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
  return (
    <div className={styles['empty']}>
      <Avatar profile={profile} size={128} />
      <h2>
        <Trans t={t} i18nKey="empty.title" values={{ name: profile.name }} components={{ em: <em /> }} />
      </h2>
      <p>{t('empty.text', { name: profile.name })}</p>
      {typing && <TypingBubble name={profile.name} />}
      <div className={styles['suggestions']}>
        <Suspense>
          <Suggestions profile={profile} onChoose={onChoose} />
        </Suspense>
      </div>
    </div>
  );
}
