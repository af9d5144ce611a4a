import { lazy, Suspense } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { useUnsent } from '#web/chat/outbox/outbox.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { IconCoins, IconInfo, IconMasks } from '#web/ui/icons.ts';
import { useStreak } from './spending-streak.ts';
import styles from './composer-notice.module.css';

// Loaded when they are shown, which is seldom.
const StreakCard = lazy(() => import('./streak-card.tsx'));
const Refused = lazy(async () => ({ default: (await import('./refusal.tsx')).Refused }));
const Acknowledge = lazy(async () => ({ default: (await import('./refusal.tsx')).Acknowledge }));

/** A reason for which the member cannot write here and that the browser knows without a request. */
export type Obstacle =
  | 'blocked'
  | 'recipient_unconfirmed'
  | 'conversation_limit'
  | NonNullable<Chat['contact']>['code']
  | null;

export function usePaused(): boolean {
  const pause = useMember().spending_pause;
  return !!pause && Date.parse(pause.until) > Date.now();
}

export function useObstacle({ blocked, can_reply, contact, conversation, messages }: Chat): Obstacle {
  const member = useMember();
  if (blocked) return 'blocked';
  if (can_reply === false) return 'recipient_unconfirmed';
  if (contact?.refused) return contact.code;
  const wrote =
    conversation && (conversation.credits_spent > 0 || messages.some(({ sender }) => sender === member.id));
  return member.conversations_left === 0 && !wrote ? 'conversation_limit' : null;
}

export function ComposerNotice({
  chat,
  obstacle,
  paused,
}: {
  chat: Chat;
  obstacle: Obstacle;
  paused: boolean;
}) {
  const { t } = useTranslation('chat');
  const { status } = useMember();
  const { free_conversations } = useSettings();
  const { profile } = chat;
  const failed = useUnsent(profile.id).find(
    (message) => message.kind !== 'edit' && message.state === 'failed' && message.code !== 'unavailable',
  );
  if (failed?.code === 'fictional_ack_required')
    return (
      <Suspense>
        <Acknowledge chat={chat} clientId={failed.client_id} />
      </Suspense>
    );
  const code = obstacle ?? failed?.code ?? (paused ? 'spending_paused' : null);
  if (code)
    return (
      <Suspense>
        <Refused
          code={code}
          params={{ name: profile.name, limit: free_conversations, ...failed?.params }}
          chat={chat}
        />
      </Suspense>
    );
  return (
    <>
      <Streak />
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

function Streak() {
  const { id, spending_pause } = useMember();
  const streak = useStreak(id);
  if (streak === null || spending_pause) return null;
  return (
    <Suspense>
      <StreakCard streak={streak} />
    </Suspense>
  );
}
