import { lazy, type KeyboardEvent, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from 'react-router';
import type { Chat } from '#contract/chat.ts';
import { messageLength, priceOf, tidyMessage } from '#contract/rules/chat-rules.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { IconGift, IconMoodSmile, IconPhoto, IconSend, IconSparkles } from '#web/ui/icons.ts';
import { ComposerNotice, useObstacle, usePaused } from './composer-notice.tsx';
import { ImagePreviews } from './image-previews.tsx';
import { useOutbox, useUnsent } from '#web/chat/outbox/outbox.ts';
import { PriceMark, SpendingLine } from './price.tsx';
import { useTellTyping } from '#web/chat/typing.ts';
import styles from './composer.module.css';

// Nobody picks an emoji before having typed or tapped: its code comes then.
const EmojiPicker = lazy(() => import('./emoji-picker.tsx'));
const GiftSheet = lazy(async () => ({ default: (await import('./gift-sheet.tsx')).GiftSheet }));
const IcebreakerModal = lazy(async () => ({ default: (await import('./icebreaker-modal.tsx')).IcebreakerModal }));

/** From this share of the limit on, the characters left are counted down. */
const COUNTED_FROM = 0.8;

interface ComposerProps {
  chat: Chat;
  draft: string;
  onDraft: (text: string) => void;
  images: File[];
  onImages: (images: File[]) => void;
  /** Takes image files; returns whether there were any. */
  takeImages: (files: Iterable<File>) => boolean;
}

/** The composer: Enter sends, Shift+Enter breaks the line; images by picker, drop and paste; the button shows the price. */
export function Composer({ chat, draft, onDraft, images, onImages, takeImages }: ComposerProps) {
  const { t } = useTranslation('chat');
  const { message_length: limit } = useSettings();
  const outbox = useOutbox();
  const price = usePrices(chat);
  const obstacle = useObstacle(chat);
  const pauseRuns = usePaused();
  const tellTyping = useTellTyping(chat.conversation?.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  // A profile's gift button leads here with `?open=gift`.
  const [query] = useSearchParams();
  const [open, setOpen] = useState<'emoji' | 'gift' | 'icebreaker' | null>(query.get('open') === 'gift' ? 'gift' : null);
  // What was open once stays, so that it can close as it opened and give the focus back.
  const [opened, setOpened] = useState<readonly (typeof open)[]>([]);
  if (open && !opened.includes(open)) setOpened([...opened, open]);
  useGrowing(field, draft);
  useKeyboardArrival(field, chat.profile.id);

  const text = tidyMessage(draft);
  const left = limit - messageLength(text);
  const cost = images.length * price.image + (text || images.length === 0 ? price.text : 0);
  const paused = pauseRuns && cost > 0;
  const ready = (text !== '' || images.length > 0) && left >= 0 && !obstacle && !paused;

  const send = () => {
    if (!ready) return;
    for (const file of images) outbox.add({ profile: chat.profile.id, kind: 'image', file });
    if (text) outbox.add({ profile: chat.profile.id, kind: 'text', text });
    onImages([]);
    onDraft('');
    setOpen(null);
    field.current?.focus();
  };
  const insert = (emoji: string) => {
    const at = field.current?.selectionStart ?? draft.length;
    onDraft(draft.slice(0, at) + emoji + draft.slice(field.current?.selectionEnd ?? at));
    requestAnimationFrame(() => field.current?.setSelectionRange(at + emoji.length, at + emoji.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) return setOpen(null);
    // While an input method is composing, Enter chooses a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className={styles['composer']}>
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
          <div className={styles['tools']}>
            <IconButton
              label={t('composer.emoji')}

              aria-expanded={open === 'emoji'}
              className={styles['emoji']}
              onClick={() => setOpen(open === 'emoji' ? null : 'emoji')}
            >
              <IconMoodSmile size={22} />
            </IconButton>
            <IconButton label={t('composer.image', { count: price.image })} disabled={!!obstacle || pauseRuns} onClick={() => picker.current?.click()}>
              <IconPhoto size={22} />
            </IconButton>
            <IconButton label={t('composer.gift', { count: price.gift })} disabled={!!obstacle || pauseRuns} onClick={() => setOpen('gift')}>
              <IconGift size={22} />
            </IconButton>
            <IconButton label={t('composer.icebreaker')} disabled={!!obstacle} onClick={() => setOpen('icebreaker')}>
              <IconSparkles size={22} />
            </IconButton>
          </div>
          <textarea
            ref={field}
            className={styles['field']}
            rows={1}
            value={draft}
            aria-label={t('composer.label', { name: chat.profile.name })}
            placeholder={t('composer.placeholder', { name: chat.profile.name })}
            enterKeyHint="send"
            disabled={!!obstacle}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              onDraft(event.target.value);
              if (event.target.value.trim()) tellTyping();
            }}
            onPaste={(event) => takeImages(event.clipboardData.files) && event.preventDefault()}
          />
        </div>
        <button type="submit" className={styles['send']} disabled={!ready}>
          <IconSend size={20} aria-hidden="true" />
          <span className={styles['word']}>{t('composer.send')}</span>
          <PriceMark credits={cost} />
        </button>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            takeImages(event.target.files ?? []);
            event.target.value = '';
          }}
        />
      </form>
      {open === 'emoji' && (
        <Suspense>
          <EmojiPicker onChoose={insert} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      <SpendingLine chat={chat} />
      {left <= limit * (1 - COUNTED_FROM) && (
        <p className={styles['left']} data-over={left < 0 || undefined} role="status">
          {t(left < 0 ? 'composer.over' : 'composer.left', { count: Math.abs(left) })}
        </p>
      )}
      <Suspense>
        {opened.includes('gift') && <GiftSheet open={open === 'gift'} onClose={() => setOpen(null)} chat={chat} price={price.gift} />}
        {opened.includes('icebreaker') && (
          <IcebreakerModal
            open={open === 'icebreaker'}
            onClose={() => setOpen(null)}
            profile={chat.profile}
            price={price.text}
            onChoose={(line) => {
              onDraft(line);
              setOpen(null);
              requestAnimationFrame(() => field.current?.focus());
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** What the next message of each kind costs: free messages that wait to be sent are used up already. */
function usePrices(chat: Chat) {
  const settings = useSettings();
  const { free_messages_left } = useMember();
  const waiting = useUnsent(chat.profile.id).filter(({ kind }) => kind === 'text').length;
  const prices = {
    ...(chat.price ?? { text: settings.message_credits, image: settings.photo_credits, gift: settings.gift_credits }),
    free_messages_left: free_messages_left - waiting,
  };
  return { text: priceOf('text', prices), image: priceOf('image', prices), gift: priceOf('gift', prices) };
}

/** A conversation opened by keyboard puts the focus into the field, since writing comes next. */
function useKeyboardArrival(field: React.RefObject<HTMLTextAreaElement | null>, profile: number) {
  useEffect(() => {
    if (document.activeElement?.matches('main a:focus-visible')) field.current?.focus({ preventScroll: true });
  }, [field, profile]);
}

/** The field grows with its text up to its greatest height. */
function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
