import {
  type KeyboardEvent,
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
import type { Attached } from '#web/chat/attached.ts';
import { quoteOf } from '#web/chat/chat-query.ts';
import { prepareToKeep, useOutbox, useUnsent } from '#web/chat/outbox/outbox.ts';
import { useTellTyping } from '#web/chat/typing.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { lazyPart } from '#web/page/lazy-part.ts';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { IconSend } from '#web/ui/icons.ts';
import { ComposerNotice, useObstacle, usePaused } from './composer-notice.tsx';
import { ComposerTools, type ComposerSheet, type MessagePrices } from './composer-tools.tsx';
import { PriceMark, SpendingLine } from './price.tsx';
import styles from './composer.module.css';

// The picker and the sheets are loaded on the first keystroke or tap, before which nobody can open them.
const AboutAnswer = lazyPart(() => import('./about-answer.tsx'));
const FieldEmojis = lazyPart(() => import('./field-emojis.tsx'));
const AttachedNote = lazyPart(() => import('./attached-note.tsx'));
const ImagePreviews = lazyPart(() => import('./image-previews.tsx'));
const GiftSheet = lazyPart(async () => ({ default: (await import('./gift-sheet.tsx')).GiftSheet }));
const IcebreakerModal = lazyPart(async () => ({
  default: (await import('./icebreaker-modal.tsx')).IcebreakerModal,
}));

const COUNTED_FROM = 0.8;

interface ComposerProps {
  chat: Chat;
  draft: string;
  onDraft: (text: string) => void;
  attached: Attached | null;
  onAttach: (attached: Attached | null) => void;
  /** Puts the words and the quoted message of an unsent message back. */
  onTakeBack: (message: UnsentMessage) => void;
  images: File[];
  onImages: (images: File[]) => void;
  takeImages: (files: Iterable<File>) => boolean;
}

/**
 * Enter sends and Shift+Enter breaks the line. Images can be picked, dropped and pasted. The send button
 * shows the price.
 */
export function Composer(props: ComposerProps) {
  const { chat, draft, onDraft, attached, onAttach, onImages, takeImages } = props;
  const { t } = useTranslation('chat');
  const field = useRef<HTMLTextAreaElement>(null);
  // A profile's gift button links here with `?open=gift`.
  const [query] = useSearchParams();
  const [openSheet, setOpenSheet] = useState<ComposerSheet | null>(
    query.get('open') === 'gift' ? 'gift' : null,
  );
  const message = useMessage(props);
  const { prices, cost, obstacle, pauseRuns, charactersLeft, ready, enqueue } = message;

  const closeEmoji = useCallback(() => {
    setOpenSheet(null);
    field.current?.focus();
  }, []);
  const editing = attached?.as === 'edit';
  useEffect(() => {
    if (attached) field.current?.focus();
  }, [attached]);
  const send = () => {
    if (!ready) return;
    enqueue();
    onDraft('');
    onAttach(null);
    if (!editing) onImages([]);
    setOpenSheet(null);
    field.current?.focus();
  };
  const onKeyDown = useKeys(props, send);

  return (
    <div className={styles['composer']} data-composer="">
      <AboveField {...props} {...message} field={field} />
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
            disabled={!!obstacle || editing}
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
          <FieldEmojis field={field} draft={draft} onDraft={onDraft} onClose={closeEmoji} />
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

/** The prompt whose answer on the profile the message is about: the profile links here with `?about=<prompt>`. */
function useAbout(): [string | null, (about: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const about = query.get('about');
  const change = (next: string | null) => {
    if (about === next) return;
    const rest = new URLSearchParams(query);
    if (next === null) rest.delete('about');
    else rest.set('about', next);
    setQuery(rest, { replace: true, preventScrollReset: true });
  };
  return [about, change];
}

type AboveFieldProps = ComposerProps &
  Pick<ReturnType<typeof useMessage>, 'obstacle' | 'paused' | 'about' | 'onAbout' | 'once' | 'onOnce'> & {
    takeBack: (unsent: UnsentMessage) => void;
    field: React.RefObject<HTMLTextAreaElement | null>;
  };

function AboveField({
  chat,
  obstacle,
  paused,
  about,
  onAbout,
  takeBack,
  field,
  attached,
  onAttach,
  images,
  ...rest
}: AboveFieldProps) {
  const editing = attached?.as === 'edit';
  return (
    <>
      <ComposerNotice
        chat={chat}
        obstacle={obstacle}
        paused={paused}
        onChange={(unsent) => {
          takeBack(unsent);
          field.current?.focus();
        }}
      />
      {about && !editing && (
        <Suspense>
          <AboutAnswer profile={chat.profile.id} prompt={about} onForget={() => onAbout(null)} />
        </Suspense>
      )}
      {attached && (
        <Suspense>
          <AttachedNote attached={attached} profile={chat.profile} onClose={() => onAttach(null)} />
        </Suspense>
      )}
      {images.length > 0 && !editing && (
        <Suspense>
          <ImagePreviews images={images} {...rest} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Enter sends. Escape leaves a reply or an edit. In an empty field the arrow up edits the newest own message, and with
 * Ctrl, Alt or ⌘ replies to the message before.
 */
function useKeys({ chat, draft, attached, onAttach }: ComposerProps, send: () => void) {
  const { id } = useMember();
  return (event: KeyboardEvent) => {
    // During input-method composition, Enter selects a character.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && attached) onAttach(null);
    else if (event.key === 'ArrowUp' && draft === '') {
      event.preventDefault();
      const replies = event.ctrlKey || event.altKey || event.metaKey;
      void import('#web/chat/attached.ts').then(({ attachedByKey }) =>
        onAttach(attachedByKey(chat.messages, id, replies, attached)),
      );
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
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
      onFocus={prepareToKeep}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        onDraft(event.target.value);
        if (event.target.value.trim()) onTyping();
      }}
      onPaste={(event) => takeImages(event.clipboardData.files) && event.preventDefault()}
    />
  );
}

function useMessage(props: ComposerProps) {
  const { chat, draft, images: chosen, attached } = props;
  const [once, onOnce] = useState(false);
  const [about, onAbout] = useAbout();
  const { message_length: limit } = useSettings();
  const outbox = useOutbox();
  const prices = usePrices(chat);
  const obstacle = useObstacle(chat);
  const pauseRuns = usePaused();
  const profile = chat.profile.id;
  const text = tidyMessage(draft);
  const edited = attached?.as === 'edit' ? attached.message : null;
  const images = edited ? [] : chosen;
  const isEmpty = text === '' && images.length === 0;
  // All pictures and the words below them are one message.
  const cost = edited ? 0 : images.length > 0 ? prices.image : prices.text;
  const paused = pauseRuns && cost > 0;
  const charactersLeft = limit - messageLength(text);
  return {
    prices,
    cost,
    obstacle,
    paused,
    pauseRuns,
    about,
    onAbout,
    once,
    onOnce,
    charactersLeft,
    ready: !isEmpty && charactersLeft >= 0 && !obstacle && !paused,
    enqueue() {
      if (edited) {
        const { id, conversation } = edited;
        if (text !== edited.text) outbox.add({ profile, kind: 'edit', message: { id, conversation }, text });
        return;
      }
      const reference = {
        ...(attached && { quote: quoteOf(attached.message) }),
        ...(about !== null && { about }),
      };
      const [file, ...album] = images;
      outbox.add({
        profile,
        text,
        ...reference,
        ...(file ? { kind: 'image', file, album, view_once: once && album.length === 0 } : { kind: 'text' }),
      });
      onOnce(false);
      onAbout(null);
    },
    takeBack(unsent: UnsentMessage) {
      props.onTakeBack(unsent);
      if (unsent.about) onAbout(unsent.about);
      if (unsent.kind !== 'image') return;
      props.onImages([unsent.file, ...(unsent.album ?? [])].map(asFile));
      onOnce(unsent.view_once ?? false);
    },
  };
}

const asFile = (image: Blob): File =>
  image instanceof File ? image : new File([image], 'image', { type: image.type });

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
      voice: settings.voice_credits,
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
