import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { ALBUM_LIMIT } from '#contract/rules/chat-rules.ts';
import { ApiError, isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { useLocation } from '#web/router/hooks.ts';
import { Navigate } from '#web/router/link.tsx';
import { useDraft } from '#web/session/draft.ts';
import { loadChunk } from '#web/session/missing-chunk.ts';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useMember } from '#web/session/use-session.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { PageHead } from '#web/ui/page.tsx';
import type { Attached } from './attached.ts';
import { type ChatTarget, chatQuery } from './chat-query.ts';
import { Composer } from './composer/composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { noteOpened } from './last-opened.ts';
import { ConversationSkeleton } from './list/conversation-skeleton.tsx';
import { EmptyConversation } from './list/empty-conversation.tsx';
import { MessageList } from './message-list.tsx';
import { useUnsent } from './outbox/outbox.ts';
import { useTyping } from './typing.ts';
import { useLiveConversation } from './use-live-conversation.ts';
import styles from './conversation-view.module.css';

const ConversationOffers = lazyPart(() => import('#web/notifications/conversation-offers.tsx'));

/** Loaded with the first older messages. */
const olderMessages = () => loadChunk(() => import('./older-messages.ts'));

const RequestBar = lazyPart(() => import('./request/request-bar.tsx'));
const PhotoRequestBar = lazyPart(() => import('#web/photos/access/photo-request-bar.tsx'));
const Veil = lazyPart(() => import('./request/veil.tsx'));

export function ConversationView({ target }: { target: ChatTarget }) {
  const { data: chat, error, refetch } = useQuery(chatQuery(target));
  const { t } = useTranslation('chat');
  const { errorText } = useErrorText();
  // The conversation ended while it was open, because of a block by the other person or by the member in
  // another tab. The other person's profile page says which.
  if (chat && isRefusal(error, 'not_found') && 'conversation' in target)
    return <Navigate to={`/members/${chat.profile.id}/chat`} replace />;
  if (chat && !(error instanceof ApiError && error.status === 403))
    return <OpenConversation target={target} known={chat} />;
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
  // Read the cache here as well, because messages loaded a moment ago must be in the list before it scrolls
  // to them. A block clears the cache while this page is still shown.
  const chat = useQuery(chatQuery(target)).data ?? known;
  const { profile, messages } = chat;
  const unsent = useUnsent(profile.id);
  const typing = useTyping(profile.id);
  const [draft, setDraft] = useDraft(member.id, profile.id);
  const { attached, attach, ...field } = useAttached(draft, setDraft);
  const [images, setImages] = useState<File[]>([]);
  const older = useCallback(
    async () => (await olderMessages()).loadOlder(queries, target),
    [queries, target],
  );
  useLiveConversation(target, chat);
  useEffect(() => {
    noteOpened(member.id, profile.id);
  }, [member.id, profile.id]);
  const sought = useSoughtMessage(target);

  const takeImages = (files: Iterable<File>) => {
    const found = [...files].filter(({ type }) => type.startsWith('image/'));
    if (found.length) setImages((known) => [...known, ...found].slice(0, ALBUM_LIMIT));
    return found.length > 0;
  };
  const newestSent = messages.findLast(({ sender }) => sender === member.id)?.id;
  const [sentBefore] = useState(newestSent);
  const hasWritten = newestSent !== undefined && newestSent !== sentBefore;
  const [unveiled, setUnveiled] = useState(false);
  // An answer accepts the request.
  const isRequest = chat.request !== undefined && !hasWritten;
  const veiled = isRequest && chat.request === 'veiled' && !unveiled;
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
      {veiled ? (
        <Suspense>
          <Veil onShow={() => setUnveiled(true)} />
        </Suspense>
      ) : empty ? (
        <EmptyConversation profile={profile} typing={typing} onChoose={setDraft} />
      ) : (
        <MessageList
          chat={chat}
          unsent={unsent}
          typing={typing}
          onOlder={older}
          sought={sought}
          onAttach={attach}
        />
      )}
      <Bars chat={chat} isRequest={isRequest} hasWritten={hasWritten} />
      <Composer
        chat={chat}
        {...field}
        attached={attached}
        onAttach={attach}
        images={images}
        onImages={setImages}
        takeImages={takeImages}
      />
    </div>
  );
}

/** What waits for an answer of the member, above the composer. */
function Bars({ chat, isRequest, hasWritten }: { chat: Chat; isRequest: boolean; hasWritten: boolean }) {
  return (
    <Suspense>
      {isRequest && chat.conversation && <RequestBar chat={chat} conversation={chat.conversation.id} />}
      {chat.photos_asked && !isRequest && <PhotoRequestBar profile={chat.profile} />}
      {hasWritten && (
        <ConversationOffers
          name={chat.profile.name}
          hasAnswer={chat.messages.some(({ sender }) => sender === chat.profile.id)}
        />
      )}
    </Suspense>
  );
}

/** The message that is replied to or edited. An edit has a text of its own, and the draft waits meanwhile. */
function useAttached(draft: string, onDraft: (text: string) => void) {
  const [attached, setAttached] = useState<Attached | null>(null);
  const [editText, setEditText] = useState('');
  const attach = useCallback((next: Attached | null) => {
    setAttached(next);
    if (next?.as === 'edit') setEditText(next.message.text ?? '');
  }, []);
  return {
    attached,
    attach,
    /** Puts an unsent message back above and into the field, before what has been written since. */
    onTakeBack({ quote, ...message }: UnsentMessage) {
      setAttached(quote ? { as: 'reply', message: quote } : null);
      const text = 'text' in message ? message.text : undefined;
      onDraft([text, draft].filter(Boolean).join('\n'));
    },
    ...(attached?.as === 'edit' ? { draft: editText, onDraft: setEditText } : { draft, onDraft }),
  };
}

/**
 * The message that a search linked to (`?message=`), once everything after it is loaded. Each navigation
 * yields a new object, so that the view scrolls to the message again.
 */
function useSoughtMessage(target: ChatTarget): { message: number } | null {
  const queries = useQueryClient();
  const { key, search } = useLocation();
  const message = Number(new URLSearchParams(search).get('message'));
  const sought = useMemo(() => ({ message, key }), [message, key]);
  const [loaded, setLoaded] = useState<typeof sought | null>(null);
  // `target` is a new object on each render, but this view's conversation never changes.
  const load = useEffectEvent(async (to: number) => (await olderMessages()).loadBackTo(queries, target, to));
  useEffect(() => {
    if (!(sought.message > 0)) return;
    let left = false;
    // On failure the conversation can still be read without that message.
    load(sought.message)
      .catch(() => {})
      .finally(() => !left && setLoaded(sought));
    return () => {
      left = true;
    };
  }, [sought]);
  return loaded === sought ? loaded : null;
}
