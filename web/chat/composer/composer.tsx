import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSearchParams } from 'react-router';
import type { Chat } from '#contract/chat/conversations.ts';
import { messageLength, messagePrice, tidyMessage } from '#contract/rules/chat-rules.ts';
import { useOutbox, useUnsent } from '#web/chat/outbox/outbox.ts';
import { useTellTyping } from '#web/chat/typing.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { IconSend } from '#web/ui/icons.ts';
import { ComposerNotice, useObstacle, usePaused } from './composer-notice.tsx';
import { ComposerTools, type ComposerSheet, type MessagePrices } from './composer-tools.tsx';
import { ImagePreviews } from './image-previews.tsx';
import { PriceMark, SpendingLine } from './price.tsx';
import styles from './composer.module.css';

// The picker and the sheets are loaded on the first keystroke or tap, before which nobody can open them.
const EmojiPicker = lazy(() => import('./emoji-picker.tsx'));
const GiftSheet = lazy(async () => ({ default: (await import('./gift-sheet.tsx')).GiftSheet }));
const IcebreakerModal = lazy(async () => ({
  default: (await import('./icebreaker-modal.tsx')).IcebreakerModal,
}));

const COUNTED_FROM = 0.8;

interface ComposerProps {
  chat: Chat;
  draft: string;
  onDraft: (text: string) => void;
  images: File[];
  onImages: (images: File[]) => void;
  takeImages: (files: Iterable<File>) => boolean;
}

/**
 * Enter sends and Shift+Enter breaks the line. Images can be picked, dropped and pasted. The send button
 * shows the price.
 */
export function Composer(props: ComposerProps) {
  const { chat, draft, onDraft, images, onImages, takeImages } = props;
  const { t } = useTranslation('chat');
  const field = useRef<HTMLTextAreaElement>(null);
  // A profile's gift button links here with `?open=gift`.
  const [query] = useSearchParams();
  const [openSheet, setOpenSheet] = useState<ComposerSheet | null>(
    query.get('open') === 'gift' ? 'gift' : null,
  );
  const { prices, cost, obstacle, paused, pauseRuns, charactersLeft, ready, enqueue } = useMessage(props);

  const closeEmoji = useCallback(() => {
    setOpenSheet(null);
    field.current?.focus();
  }, []);
  const send = () => {
    if (!ready) return;
    enqueue();
    onImages([]);
    onDraft('');
    setOpenSheet(null);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // During input-method composition, Enter selects a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className={styles['composer']} data-composer="">
      <ComposerNotice chat={chat} obstacle={obstacle} paused={paused} />
      {images.length > 0 && <ImagePreviews images={images} onImages={onImages} />}
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className={styles['box']}>
          <ComposerTools
            prices={prices}
            disabled={!!obstacle}
            paused={pauseRuns}
            open={openSheet}
            onOpen={setOpenSheet}
            takeImages={takeImages}
          />
          <MessageField {...props} field={field} disabled={!!obstacle} onKeyDown={onKeyDown} />
        </div>
        <button type="submit" className={styles['send']} disabled={!ready}>
          <IconSend size={20} aria-hidden="true" />
          <span className={styles['word']}>{t('composer.send')}</span>
          <PriceMark credits={cost} />
        </button>
      </form>
      {openSheet === 'emoji' && (
        <Suspense>
          <EmojiPicker
            onChoose={(emoji) => insertAtCaret(field.current, emoji, draft, onDraft)}
            onClose={closeEmoji}
          />
        </Suspense>
      )}
      <SpendingLine chat={chat} />
      <CharactersLeft left={charactersLeft} />
      <ComposerSheets
        chat={chat}
        prices={prices}
        open={openSheet}
        onClose={() => setOpenSheet(null)}
        onChoose={(line) => {
          onDraft(line);
          setOpenSheet(null);
          requestAnimationFrame(() => field.current?.focus());
        }}
      />
    </div>
  );
}

interface MessageFieldProps extends Pick<ComposerProps, 'chat' | 'draft' | 'onDraft' | 'takeImages'> {
  field: React.RefObject<HTMLTextAreaElement | null>;
  disabled: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

function MessageField(props: MessageFieldProps) {
  const { field, chat, draft, disabled, onDraft, takeImages, onKeyDown } = props;
  const { t } = useTranslation('chat');
  const onTyping = useTellTyping(chat.conversation?.id);
  useGrowing(field, draft);
  useKeyboardArrival(field, chat.profile.id);
  return (
    <textarea
      ref={field}
      className={styles['field']}
      rows={1}
      value={draft}
      aria-label={t('composer.label', { name: chat.profile.name })}
      placeholder={t('composer.placeholder', { name: chat.profile.name })}
      enterKeyHint="send"
      disabled={disabled}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        onDraft(event.target.value);
        if (event.target.value.trim()) onTyping();
      }}
      onPaste={(event) => takeImages(event.clipboardData.files) && event.preventDefault()}
    />
  );
}

function insertAtCaret(
  field: HTMLTextAreaElement | null,
  emoji: string,
  draft: string,
  onDraft: (text: string) => void,
) {
  const at = field?.selectionStart ?? draft.length;
  onDraft(draft.slice(0, at) + emoji + draft.slice(field?.selectionEnd ?? at));
  requestAnimationFrame(() => field?.setSelectionRange(at + emoji.length, at + emoji.length));
}

function useMessage({ chat, draft, images }: ComposerProps) {
  const { message_length: limit } = useSettings();
  const outbox = useOutbox();
  const prices = usePrices(chat);
  const obstacle = useObstacle(chat);
  const pauseRuns = usePaused();
  const profile = chat.profile.id;
  const text = tidyMessage(draft);
  const isEmpty = text === '' && images.length === 0;
  const cost = images.length * prices.image + (text || isEmpty ? prices.text : 0);
  const paused = pauseRuns && cost > 0;
  const charactersLeft = limit - messageLength(text);
  return {
    prices,
    cost,
    obstacle,
    paused,
    pauseRuns,
    charactersLeft,
    ready: !isEmpty && charactersLeft >= 0 && !obstacle && !paused,
    enqueue() {
      for (const file of images) outbox.add({ profile, kind: 'image', file });
      if (text) outbox.add({ profile, kind: 'text', text });
    },
  };
}

function CharactersLeft({ left }: { left: number }) {
  const { t } = useTranslation('chat');
  const { message_length: limit } = useSettings();
  if (left > limit * (1 - COUNTED_FROM)) return null;
  return (
    <p className={styles['left']} data-over={left < 0 || undefined} role="status">
      {t(left < 0 ? 'composer.over' : 'composer.left', { count: Math.abs(left) })}
    </p>
  );
}

interface ComposerSheetsProps {
  chat: Chat;
  prices: MessagePrices;
  open: ComposerSheet | null;
  onClose: () => void;
  onChoose: (line: string) => void;
}

function ComposerSheets({ chat, prices, open, onClose, onChoose }: ComposerSheetsProps) {
  const [opened, setOpened] = useState<readonly ComposerSheet[]>([]);
  if (open && !opened.includes(open)) setOpened([...opened, open]);
  return (
    <Suspense>
      {opened.includes('gift') && (
        <GiftSheet open={open === 'gift'} onClose={onClose} chat={chat} price={prices.gift} />
      )}
      {opened.includes('icebreaker') && (
        <IcebreakerModal
          open={open === 'icebreaker'}
          onClose={onClose}
          profile={chat.profile}
          price={prices.text}
          onChoose={onChoose}
        />
      )}
    </Suspense>
  );
}

/** Price of the next message of each kind. Queued free messages count as sent. */
function usePrices(chat: Chat): MessagePrices {
  const settings = useSettings();
  const { free_messages_left } = useMember();
  const waiting = useUnsent(chat.profile.id).filter(({ kind }) => kind === 'text').length;
  const prices = {
    ...(chat.price ?? {
      text: settings.message_credits,
      image: settings.photo_credits,
      gift: settings.gift_credits,
    }),
    free_messages_left: free_messages_left - waiting,
  };
  return {
    text: messagePrice('text', prices),
    image: messagePrice('image', prices),
    gift: messagePrice('gift', prices),
  };
}

/** Focuses the composer if the conversation was opened by keyboard, because typing usually follows. */
function useKeyboardArrival(field: React.RefObject<HTMLTextAreaElement | null>, profile: number) {
  useEffect(() => {
    if (document.activeElement?.matches('main a:focus-visible'))
      field.current?.focus({ preventScroll: true });
  }, [field, profile]);
}

function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
