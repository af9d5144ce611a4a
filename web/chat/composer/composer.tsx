import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { prepareToKeep } from '#web/chat/outbox/outbox.ts';
import { useTellTyping } from '#web/chat/typing.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { loadChunk } from '#web/session/missing-chunk.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { IconSend } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { AboveField } from './above-field.tsx';
import { ComposerTools, type ComposerSheet, type MessagePrices, type VoicePress } from './composer-tools.tsx';
import { PriceMark, SpendingLine } from './price.tsx';
import { useMessage, type ComposerProps } from './use-message.ts';
import styles from './composer.module.css';

// The picker and the sheets are loaded on the first keystroke or tap, before which nobody can open them.
const FieldEmojis = lazyDialog(() => import('./field-emojis.tsx'));
const GiftSheet = lazyDialog(async () => ({ default: (await import('./gift-sheet.tsx')).GiftSheet }));
const IcebreakerModal = lazyDialog(async () => ({
  default: (await import('./icebreaker-modal.tsx')).IcebreakerModal,
}));

const COUNTED_FROM = 0.8;

/** Keeps the focus in the field: losing it would close a phone's keyboard for a moment. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

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
  const [press, setPress] = useState<VoicePress | null>(null);
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
      <AboveField {...props} {...message} field={field} press={press} onPress={setPress} />
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
            onVoice={(next) => setPress(press ?? next)}
          />
          <MessageField {...props} field={field} disabled={!!obstacle} onKeyDown={onKeyDown} />
        </div>
        <button type="submit" className={styles['send']} disabled={!ready} onMouseDown={keepFocus}>
          <IconSend size={20} aria-hidden="true" />
          <span className={styles['word']}>{t('composer.send')}</span>
          <PriceMark credits={cost} />
        </button>
      </form>
      {openSheet === 'emoji' && (
        <FieldEmojis field={field} draft={draft} onDraft={onDraft} onClose={closeEmoji} />
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
      void loadChunk(() => import('#web/chat/attached.ts')).then(({ attachedByKey }) =>
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
  return (
    <>
      <GiftSheet open={open === 'gift'} onClose={onClose} chat={chat} price={prices.gift} />
      <IcebreakerModal
        open={open === 'icebreaker'}
        onClose={onClose}
        profile={chat.profile}
        price={prices.text}
        onChoose={onChoose}
      />
    </>
  );
}

/** Focuses the composer if the conversation was opened by keyboard, because typing usually follows. */
function useKeyboardArrival(field: React.RefObject<HTMLTextAreaElement | null>, profile: number) {
  useEffect(() => {
    if (document.activeElement?.matches('main a:focus-visible'))
      field.current?.focus({ preventScroll: true });
  }, [field, profile]);
}

/** For browsers without `field-sizing`. Measuring the field forces a layout of the page at each keystroke. */
function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
