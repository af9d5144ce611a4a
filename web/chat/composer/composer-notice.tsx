import { Suspense } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { useUnsent } from '#web/chat/outbox/outbox.ts';
import { persistentStorage } from '#web/page/browser-storage.ts';
import { useBrowser } from '#web/page/use-browser.ts';
import { spendsKey } from '#web/session/spends-key.ts';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { Notes } from './notes.tsx';
import type { QuestionCode } from './question.tsx';
import type { Composed } from './take-back.ts';

// Loaded when they are shown, which is seldom.
const StreakCard = lazyPart(() => import('./streak-card.tsx'));
const Refused = lazyPart(async () => ({ default: (await import('./refusal.tsx')).Refused }));
const Question = lazyPart(() => import('./question.tsx'));

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
  ...composed
}: Composed & {
  chat: Chat;
  obstacle: Obstacle;
  paused: boolean;
}) {
  const { status } = useMember();
  const { free_conversations } = useSettings();
  const { profile } = chat;
  const failed = useUnsent(profile.id).find(
    (message): message is UnsentMessage =>
      message.kind !== 'edit' && message.state === 'failed' && message.code !== 'unavailable',
  );
  if (failed && isQuestion(failed.code))
    return (
      <Suspense>
        <Question code={failed.code} chat={chat} message={failed} composed={composed} />
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
  const noted =
    profile.kind === 'fictional' ||
    status === 'not_confirmed' ||
    chat.returned_credits !== undefined ||
    (chat.contact && !chat.conversation);
  return (
    <>
      <Streak />
      {noted && <Notes chat={chat} />}
    </>
  );
}

const isQuestion = (code: ErrorCode | undefined): code is QuestionCode =>
  code === 'fictional_ack_required' || code === 'intimate_unconfirmed' || code === 'words_unconfirmed';

function Streak() {
  const { id, spending_pause } = useMember();
  const spent = useBrowser(() => persistentStorage.get(spendsKey(id)) !== null, false);
  if (!spent || spending_pause) return null;
  return (
    <Suspense>
      <StreakCard />
    </Suspense>
  );
}
