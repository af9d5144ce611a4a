import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Navigate, useLocation } from 'react-router';
import type { Chat } from '#contract/chat.ts';
import { ApiError, isRefusal } from '#web/api.ts';
import { usePushAsk } from '#web/notifications/push-ask.ts';
import { useMember } from '#web/session/use-session.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { PageHead } from '#web/ui/page.tsx';
import { type ChatTarget, chatQuery, loadBackTo, loadOlder } from './chat-query.ts';
import { Composer } from './composer/composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { ConversationSkeleton } from './list/conversation-skeleton.tsx';
import { EmptyConversation } from './list/empty-conversation.tsx';
import { MessageList } from './message-list.tsx';
import { useDraft } from './outbox/draft.ts';
import { useUnsent } from './outbox/outbox.ts';
import { noteOpened } from './last-opened.ts';
import { useLiveConversation } from './use-live-conversation.ts';
import { useTyping } from './typing.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './conversation-view.module.css';

/** One conversation: who it is with, what was said, and what to say next. At most 800 px wide (docs/product.md 9). */
export function ConversationView({ target }: { target: ChatTarget }) {
  const { data: chat, error, refetch } = useQuery(chatQuery(target));
  const { t } = useTranslation('chat');
  const { errorText } = useErrorText();
  // It went while it was open: the other blocked, or was blocked in another tab. The person's own address tells which.
  if (chat && isRefusal(error, 'not_found') && 'conversation' in target) return <Navigate to={`/members/${chat.profile.id}/chat`} replace />;
  if (chat && !(error instanceof ApiError && error.status === 403)) return <OpenConversation target={target} known={chat} />;
  if (!error) return <ConversationSkeleton />;
  return (
    <div className={styles['failed']}>
      <PageHead title={t('title')} />
      <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
    </div>
  );
}

function OpenConversation({ target, known }: { target: ChatTarget; known: Chat }) {
  const queries = useQueryClient();
  const member = useMember();
  // Read here and not only handed down: what was loaded a moment ago must be in the list when it scrolls there. A block empties the cache before it leaves this page.
  const chat = useQuery(chatQuery(target)).data ?? known;
  const { profile, messages } = chat;
  const unsent = useUnsent(profile.id);
  const typing = useTyping(profile.id);
  const [draft, setDraft] = useDraft(member.id, profile.id);
  const [images, setImages] = useState<File[]>([]);
  const older = useCallback(() => loadOlder(queries, target), [queries, target]);
  useLiveConversation(target, chat);
  useEffect(() => {
    noteOpened(member.id, profile.id);
  }, [member.id, profile.id]);
  usePushAsk(messages.findLast(({ sender }) => sender === member.id)?.id, profile.name);
  const sought = useSoughtMessage(target);

  const takeImages = (files: Iterable<File>) => {
    const found = [...files].filter(({ type }) => type.startsWith('image/'));
    if (found.length) setImages((known) => [...known, ...found].slice(0, 5));
    return found.length > 0;
  };
  const empty = messages.length === 0 && unsent.length === 0 && !chat.hidden_older;
  return (
    <div
      className={styles['view']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        takeImages(event.dataTransfer.files);
      }}
    >
      <PageHead title={profile.name} />
      <ConversationHeader chat={chat} />
      {empty ? (
        <EmptyConversation profile={profile} typing={typing} onChoose={setDraft} />
      ) : (
        <MessageList chat={chat} unsent={unsent} typing={typing} onOlder={older} sought={sought} />
      )}
      <Composer chat={chat} draft={draft} onDraft={setDraft} images={images} onImages={setImages} takeImages={takeImages} />
    </div>
  );
}

/** The message that a search led to (`?message=`), once what lies before it is loaded; each visit is a new object. */
function useSoughtMessage(target: ChatTarget): { message: number } | null {
  const queries = useQueryClient();
  const { key, search } = useLocation();
  const message = Number(new URLSearchParams(search).get('message'));
  const sought = useMemo(() => ({ message, key }), [message, key]);
  const [loaded, setLoaded] = useState<typeof sought | null>(null);
  // `target` is a new object in each rendering; the conversation of this view stays the same.
  const load = useEffectEvent((to: number) => loadBackTo(queries, target, to));
  useEffect(() => {
    if (!(sought.message > 0)) return;
    let left = false;
    // Without it the conversation is still there to be read.
    load(sought.message)
      .catch(() => {})
      .finally(() => !left && setLoaded(sought));
    return () => {
      left = true;
    };
  }, [sought]);
  return loaded === sought ? loaded : null;
}
