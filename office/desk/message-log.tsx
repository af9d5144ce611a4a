import { useEffect, useLayoutEffect, useRef } from 'react';
import type { CallReply } from '#contract/calls.ts';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { NEAR_END } from '#web/messages/near-end.ts';
import { PlainMessage, TypingBubble } from '#web/messages/plain-message.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { IconLanguage } from '#web/ui/icons.ts';
import { OpenOnce } from './open-once.tsx';
import { ReactButton } from './react-button.tsx';
import { TranslatedText } from './translated-text.tsx';
import type { DeskHistory } from './use-desk-thread.ts';
import { useDeskTranslation } from './use-desk-translation.ts';
import styles from './desk.module.css';

/** Scrolling up to this distance from the top loads older messages, in pixels. */
const NEAR_START = 200;

export function MessageLog({
  thread,
  history,
  typing,
  found,
}: {
  thread: CallReply<'deskThread'>;
  history: DeskHistory;
  typing: boolean;
  /** The message that a search found, which the log shows first. */
  found: number | null;
}) {
  const { profile, member } = thread;
  const { messages, pages, hasOlder, loadingOlder, loadOlder } = history;
  const { t } = useTranslation('office/desk');
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(!messages.some(({ id }) => id === found));
  /** Distance of the view from the end when older messages were requested. */
  const fromEnd = useRef<number | null>(null);
  const lastTop = useRef(0);
  const newest = messages.at(-1);
  const newestIsOwn = newest?.sender === profile.id;

  /** An answer sent from here is followed; those that were there before leave the found message in view. */
  const shown = useRef(newest?.id);
  useEffect(() => {
    if (newestIsOwn && newest?.id !== shown.current) atEnd.current = true;
    shown.current = newest?.id;
  }, [newest?.id, newestIsOwn]);
  useEffect(() => {
    const box = scroller.current;
    if (box && atEnd.current) box.scrollTop = box.scrollHeight;
  }, [newest?.id, typing]);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    // The composer takes room from the log when the writer takes the conversation.
    const resized = new ResizeObserver(() => atEnd.current && box.scrollTo({ top: box.scrollHeight }));
    resized.observe(box);
    return () => resized.disconnect();
  }, []);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || fromEnd.current === null) return;
    box.scrollTop = box.scrollHeight - fromEnd.current;
    fromEnd.current = null;
    // The button may be gone, and the focus with it.
    if (document.activeElement === document.body) box.focus({ preventScroll: true });
  }, [pages]);

  const showOlder = (box: HTMLElement | null) => {
    fromEnd.current = box && box.scrollHeight - box.scrollTop;
    loadOlder();
  };

  return (
    <div
      ref={scroller}
      className={styles['messages']}
      role="log"
      tabIndex={0}
      aria-label={t('messages')}
      onScroll={({ currentTarget: box }) => {
        atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
        const isUpwards = box.scrollTop < lastTop.current;
        lastTop.current = box.scrollTop;
        if (isUpwards && box.scrollTop < NEAR_START && hasOlder && !loadingOlder) showOlder(box);
      }}
    >
      <Older history={history} onShow={() => showOlder(scroller.current)} />
      {messages.map((message) => (
        <LoggedMessage key={message.id} message={message} thread={thread} isFound={message.id === found} />
      ))}
      {typing && <TypingBubble name={member.name} />}
    </div>
  );
}

function Older({
  history: { hasOlder, hiddenOlder, loadingOlder },
  onShow,
}: {
  history: DeskHistory;
  onShow: () => void;
}) {
  const { t } = useTranslation('office/desk');
  if (!hasOlder) return hiddenOlder && <p className={styles['note']}>{t('older_hidden')}</p>;
  return (
    <Button
      className={styles['older']}
      size="s"
      look="secondary"
      busy={loadingOlder}
      aria-keyshortcuts="O"
      onClick={onShow}
    >
      {t('older')}
    </Button>
  );
}

interface LoggedProps {
  message: Message;
  thread: CallReply<'deskThread'>;
  isFound: boolean;
}

function LoggedMessage({ isFound, ...props }: LoggedProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const message = frame.current;
    const box = message?.closest('[role="log"]');
    if (!message || !box) return;
    // `scrollIntoView` would scroll the window too, and push the conversation's header out of it.
    const above = message.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += above - (box.clientHeight - message.clientHeight) / 2;
  }, []);
  if (!isFound) return <PlainLogged {...props} />;
  return (
    <div ref={frame} className={styles['found']} data-found="">
      <PlainLogged {...props} />
    </div>
  );
}

function PlainLogged({ message, thread: { profile, member, mine } }: Omit<LoggedProps, 'isFound'>) {
  const api = useApi();
  const { t } = useTranslation('office/desk');
  const { errorText } = useErrorText();
  const translation = useDeskTranslation(message);
  const own = message.sender === profile.id;
  const canAct = mine && !own && message.kind !== 'deleted';
  return (
    <>
      <PlainMessage
        message={message}
        own={own}
        profile={member}
        acts={
          canAct && (
            <>
              <ReactButton message={message} />
              {translation.canTranslate && (
                <IconButton
                  className={styles['react']}
                  label={t('translate')}
                  disabled={translation.isPending}
                  onClick={() => translation.mutate()}
                >
                  <IconLanguage size={19} />
                </IconButton>
              )}
            </>
          )
        }
        listen={
          mine
            ? (voice) =>
                api.call('deskVoiceListened', { body: { conversation: message.conversation, voice } })
            : undefined
        }
        cover={mine ? () => <OpenOnce message={message} /> : undefined}
      />
      {translation.data && <TranslatedText {...translation.data} />}
      {translation.isError && <p role="alert">{errorText(translation.error)}</p>}
    </>
  );
}
