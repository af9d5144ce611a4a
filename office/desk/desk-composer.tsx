import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { placeholdersIn } from '#contract/placeholders.ts';
import { type HonestyReminder, honestyRemindersFor, mayConfirm } from '#contract/rules/desk-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Checkbox, Textarea } from '#web/ui/field.tsx';
import { IconGift, IconPhoto, IconSend } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toasts.tsx';
import { GiftSheet } from './gift-sheet.tsx';
import { PicturePicker } from './picture-picker.tsx';
import { PlaceholdersLeft } from './replies/placeholders-left.tsx';
import { optionId, SLASH_LIST, SlashList } from './replies/slash-list.tsx';
import { useReplies } from './replies/use-replies.ts';
import { useSlash } from './replies/use-slash.ts';
import styles from './desk.module.css';

/** Interval between typing events. The other side shows the typing dots for five seconds after each. */
const TYPING_EVERY_MS = 3000;

interface Outgoing {
  clientId: string;
  text?: string;
  gift?: string;
  file?: File;
  /** Goes on to the next conversation once the text is sent. */
  isLast?: boolean;
}

interface DeskComposerProps {
  conversation: number;
  thread: CallReply<'deskThread'>;
  text: string;
  onText: (text: string) => void;
  openings: Opening[];
  isWriting: boolean;
  onWriting: () => void;
  onNext: () => void;
}

type Opening = CallReply<'deskThread'>['openings'][number];

/**
 * Composes a message as the fictional profile. Reminders of the honesty rule appear while the writer types.
 * They must be confirmed, or heeded, before sending, and the server checks again.
 */
export function DeskComposer({
  conversation,
  thread,
  text,
  onText: setText,
  openings,
  isWriting,
  onWriting,
  onNext,
}: DeskComposerProps) {
  const { t } = useTranslation('office/desk');
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const [read, setRead] = useState(false);
  const announceTyping = useTypingEvents(conversation);
  const { asked_if_real: askedIfReal } = thread;
  const reminders = text.trim() === '' ? [] : honestyRemindersFor(text, askedIfReal);
  const isHeld =
    placeholdersIn(text).length > 0 || (reminders.length > 0 && (!read || !reminders.every(mayConfirm)));

  const send = useSendAnswer(conversation, reminders, (isLast) => {
    setText('');
    setRead(false);
    setClientId(crypto.randomUUID());
    if (isLast) onNext();
  });
  const write = (value: string) => {
    setText(value);
    if (value !== '') announceTyping();
  };
  const submit = (isLast: boolean): boolean => {
    if (text.trim() === '' || send.isPending || isHeld) return false;
    send.mutate({ clientId, text: text.trim(), isLast });
    return true;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(false);
  };
  const canSend = text.trim() !== '' && !isHeld;

  return (
    <form className={styles['composer']} aria-busy={send.isPending} onSubmit={onSubmit}>
      {askedIfReal && reminders.length === 0 && <Alert tone="warning">{t('asked_if_real')}</Alert>}
      {reminders.length > 0 && <HonestyReminders reminders={reminders} read={read} onRead={setRead} />}
      {openings.length > 0 && <Openings openings={openings} onChoose={write} />}
      <PlaceholdersLeft text={text} />
      <AnswerField
        thread={thread}
        text={text}
        onText={write}
        onSubmit={submit}
        isWriting={isWriting}
        onWriting={onWriting}
      />
      <div className={styles['line']}>
        <Extras onSend={(extra) => send.mutate({ clientId: crypto.randomUUID(), ...extra })} />
        <Button type="submit" size="s" look="secondary" busy={send.isPending} disabled={!canSend}>
          {t('send')}
        </Button>
        <Button
          size="s"
          busy={send.isPending}
          disabled={!canSend}
          icon={<IconSend size={18} aria-hidden="true" />}
          title="Ctrl+Enter"
          onClick={() => submit(true)}
        >
          {t('send_next')}
        </Button>
      </div>
    </form>
  );
}

interface AnswerFieldProps {
  thread: CallReply<'deskThread'>;
  text: string;
  onText: (text: string) => void;
  /** Returns whether the text is being sent. */
  onSubmit: (isLast: boolean) => boolean;
  isWriting: boolean;
  onWriting: () => void;
}

/** Enter sends, and with Ctrl goes on to the next conversation. A slash offers canned replies. */
function AnswerField({ thread, text, onText, onSubmit, isWriting, onWriting }: AnswerFieldProps) {
  const { t } = useTranslation('office/desk');
  const { field, ...slash } = useSlash(text, onText, useReplies(thread));
  useEffect(() => {
    if (!isWriting) return;
    field.current?.focus();
    onWriting();
  }, [isWriting, field, onWriting]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (slash.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    const isLast = event.ctrlKey || event.metaKey;
    // What is typed from here on is not for this conversation.
    if (onSubmit(isLast) && isLast) event.currentTarget.blur();
  };
  return (
    <>
      {slash.isOpen && <SlashList offered={slash.offered} current={slash.current} onChoose={slash.choose} />}
      <Textarea
        ref={field}
        label={t('answer')}
        hideLabel
        hint={t('answer_hint')}
        rows={2}
        lang={thread.language}
        maxLength={2000}
        value={text}
        placeholder={t('answer')}
        aria-keyshortcuts="R"
        aria-autocomplete="list"
        aria-controls={slash.isOpen ? SLASH_LIST : undefined}
        aria-activedescendant={slash.current && optionId(slash.current)}
        onSelect={({ currentTarget }) => slash.onCaret(currentTarget.selectionStart)}
        onChange={({ target }) => {
          onText(target.value);
          slash.onCaret(target.selectionStart);
        }}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

function Extras({ onSend }: { onSend: (extra: { gift: string } | { file: File }) => void }) {
  const { t } = useTranslation('office/desk');
  const [giving, setGiving] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('gift')} onClick={() => setGiving(true)}>
        <IconGift size={22} />
      </IconButton>
      <IconButton label={t('picture')} onClick={() => picker.current?.click()}>
        <IconPhoto size={22} />
      </IconButton>
      <PicturePicker ref={picker} onPick={(file) => onSend({ file })} />
      <GiftSheet
        open={giving}
        onClose={() => setGiving(false)}
        onChoose={(gift) => {
          setGiving(false);
          onSend({ gift });
        }}
      />
    </>
  );
}

/** Returns a function to call on each change of the text. It limits how often a typing event is sent. */
function useTypingEvents(conversation: number) {
  const api = useApi();
  const lastTyping = useRef(0);
  return () => {
    const now = performance.now();
    if (now - lastTyping.current <= TYPING_EVERY_MS) return;
    lastTyping.current = now;
    api.call('deskTyping', { query: { conversation } }).catch(() => {});
  };
}

function Openings({ openings, onChoose }: { openings: Opening[]; onChoose(text: string): void }) {
  const { t } = useTranslation('office/desk');
  return (
    <div role="group" aria-label={t('openings')} className={styles['openings']}>
      {openings.map(({ id, text }) => (
        <Chip key={id} onClick={() => onChoose(text)}>
          {text}
        </Chip>
      ))}
    </div>
  );
}

function HonestyReminders({
  reminders,
  read,
  onRead,
}: {
  reminders: HonestyReminder[];
  read: boolean;
  onRead(read: boolean): void;
}) {
  const { t } = useTranslation('office/desk');
  return (
    <Alert tone="warning">
      {reminders.map((reminder) => (
        <p key={reminder}>{t(`reminder.${reminder}`)}</p>
      ))}
      {reminders.every(mayConfirm) && (
        <Checkbox
          label={t('reminder.read')}
          checked={read}
          onChange={(event) => onRead(event.target.checked)}
        />
      )}
    </Alert>
  );
}

function useSendAnswer(
  conversation: number,
  reminders: HonestyReminder[],
  onTextSent: (isLast: boolean) => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: ({ clientId: id, file, isLast: _, ...message }: Outgoing) => {
      const fields = { conversation, client_id: id, ...message };
      if (!file) return api.call('deskAnswer', { body: { ...fields, reminded: reminders } });
      const form = new FormData();
      form.set('conversation', String(conversation));
      form.set('client_id', id);
      form.set('file', file);
      return api.call('deskAnswer', { body: form });
    },
    onSuccess: (_, { text, isLast = false }) => text !== undefined && onTextSent(isLast),
    onError: (error) => toast('error', errorText(error)),
    // Also after a failure: the claim may have ended, and the thread then offers to take it again.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['deskThread'] });
      void queries.invalidateQueries({ queryKey: ['desk'] });
    },
  });
}
