import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type HonestyReminder, honestyRemindersFor, mayConfirm } from '#contract/rules/desk-rules.ts';
import { GiftDrawing } from '#web/drawings/gift-drawing.tsx';
import { useGiftList, useGiftName } from '#web/drawings/use-gifts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Checkbox, Textarea } from '#web/ui/field.tsx';
import { IconGift, IconPhoto, IconSend } from '#web/ui/icons.ts';
import { Sheet } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { PicturePicker } from './picture-picker.tsx';
import styles from './desk.module.css';

/** Interval between typing events. The other side shows the typing dots for five seconds after each. */
const TYPING_EVERY_MS = 3000;

interface Opening {
  id: string;
  text: string;
}

interface Outgoing {
  clientId: string;
  text?: string;
  gift?: string;
  file?: File;
}

interface DeskComposerProps {
  conversation: number;
  text: string;
  onText: (text: string) => void;
  askedIfReal: boolean;
  openings: Opening[];
}

/**
 * Composes a message as the fictional profile. Reminders of the honesty rule appear while the writer types.
 * They must be confirmed, or heeded, before sending, and the server checks again.
 */
export function DeskComposer({
  conversation,
  text,
  onText: setText,
  askedIfReal,
  openings,
}: DeskComposerProps) {
  const { t } = useTranslation('office/desk');
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const [read, setRead] = useState(false);
  const [giving, setGiving] = useState(false);
  const announceTyping = useTypingEvents(conversation);
  const picker = useRef<HTMLInputElement>(null);
  const reminders = text.trim() === '' ? [] : honestyRemindersFor(text, askedIfReal);
  const isHeld = reminders.length > 0 && (!read || !reminders.every(mayConfirm));

  const send = useSendAnswer(conversation, reminders, () => {
    setText('');
    setRead(false);
    setClientId(crypto.randomUUID());
  });
  const write = (value: string) => {
    setText(value);
    if (value !== '') announceTyping();
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '' || send.isPending || isHeld) return;
    send.mutate({ clientId, text: text.trim() });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form className={styles['composer']} onSubmit={submit}>
      {askedIfReal && reminders.length === 0 && <Alert tone="warning">{t('asked_if_real')}</Alert>}
      {reminders.length > 0 && <HonestyReminders reminders={reminders} read={read} onRead={setRead} />}
      {openings.length > 0 && <Openings openings={openings} onChoose={write} />}
      <div className={styles['line']}>
        <Textarea
          label={t('answer')}
          hideLabel
          rows={2}
          maxLength={2000}
          value={text}
          placeholder={t('answer')}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label={t('gift')} onClick={() => setGiving(true)}>
          <IconGift size={22} />
        </IconButton>
        <IconButton label={t('picture')} onClick={() => picker.current?.click()}>
          <IconPhoto size={22} />
        </IconButton>
        <Button
          type="submit"
          busy={send.isPending}
          disabled={text.trim() === '' || isHeld}
          icon={<IconSend size={20} aria-hidden="true" />}
        >
          {t('send')}
        </Button>
      </div>
      <PicturePicker ref={picker} onPick={(file) => send.mutate({ clientId: crypto.randomUUID(), file })} />
      <GiftSheet
        open={giving}
        onClose={() => setGiving(false)}
        onChoose={(gift) => {
          setGiving(false);
          send.mutate({ clientId: crypto.randomUUID(), gift });
        }}
      />
    </form>
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

function GiftSheet({
  open,
  onClose,
  onChoose,
}: {
  open: boolean;
  onClose(): void;
  onChoose(gift: string): void;
}) {
  const { t } = useTranslation('office/desk');
  const { data } = useQuery({ ...useGiftList(), enabled: open });
  const nameOf = useGiftName(open);
  return (
    <Sheet open={open} onClose={onClose} title={t('gift')}>
      <div className={styles['gifts']}>
        {data?.gifts
          .filter(({ retired }) => !retired)
          .map(({ id }) => (
            <button key={id} type="button" onClick={() => onChoose(id)}>
              <GiftDrawing gift={id} size={64} />
              {nameOf(id)}
            </button>
          ))}
      </div>
    </Sheet>
  );
}

function useSendAnswer(conversation: number, reminders: HonestyReminder[], onTextSent: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: ({ clientId: id, file, ...message }: Outgoing) => {
      const fields = { conversation, client_id: id, ...message };
      if (!file) return api.call('deskAnswer', { body: { ...fields, reminded: reminders } });
      const form = new FormData();
      form.set('conversation', String(conversation));
      form.set('client_id', id);
      form.set('file', file);
      return api.call('deskAnswer', { body: form });
    },
    onSuccess: (_, { text }) => text !== undefined && onTextSent(),
    onError: (error) => toast('error', errorText(error)),
    // Also after a failure: the claim may have ended, and the thread then offers to take it again.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['deskThread'] });
      void queries.invalidateQueries({ queryKey: ['desk'] });
    },
  });
}
