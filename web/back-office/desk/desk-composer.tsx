import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { honestyRemindersFor } from '#contract/rules/desk-rules.ts';
import { GiftDrawing } from '#web/chat/composer/gift-drawing.tsx';
import { useGiftList, useGiftName } from '#web/chat/composer/use-gifts.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { IconGift, IconPhoto, IconSend } from '#web/ui/icons.ts';
import { Sheet } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { PicturePicker } from './picture-picker.tsx';
import styles from './desk.module.css';

/** The other sees dots for five seconds: one word in this many milliseconds is enough. */
const TYPING_EVERY_MS = 3000;

interface Outgoing {
  clientId: string;
  text?: string;
  gift?: string;
  file?: File;
}

/**
 * Writes as the fictional profile. The rule of honesty speaks up while one writes; what it says has to be read before the
 * message goes, and the server asks again.
 */
export function DeskComposer({
  conversation,
  askedIfReal,
  openings,
}: {
  conversation: number;
  askedIfReal: boolean;
  openings: { id: string; text: string }[];
}) {
  const { t } = useTranslation(['back_office_desk', 'chat']);
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const [text, setText] = useState('');
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const [read, setRead] = useState(false);
  const [giving, setGiving] = useState(false);
  const { data: known } = useQuery({ ...useGiftList(), enabled: giving });
  const gifts = known?.gifts.filter(({ retired }) => !retired) ?? [];
  const nameOf = useGiftName(giving);
  const lastTyping = useRef(0);
  const picker = useRef<HTMLInputElement>(null);
  const reminders = text.trim() === '' ? [] : honestyRemindersFor(text, askedIfReal);

  const send = useMutation({
    mutationFn: ({ clientId: id, file, ...message }: Outgoing) => {
      const fields = { conversation, client_id: id, ...message };
      if (!file) return api.call('deskAnswer', { body: { ...fields, reminded: reminders } });
      const form = new FormData();
      form.set('conversation', String(conversation));
      form.set('client_id', id);
      form.set('file', file);
      return api.call('deskAnswer', { body: form });
    },
    onSuccess: (_, sent) => {
      if (sent.text !== undefined) {
        setText('');
        setRead(false);
        setClientId(crypto.randomUUID());
      }
      void queries.invalidateQueries({ queryKey: ['deskThread'] });
      void queries.invalidateQueries({ queryKey: ['desk'] });
    },
    onError: (error) => toast('error', errorText(error)),
  });

  const write = (value: string) => {
    setText(value);
    const now = performance.now();
    if (value !== '' && now - lastTyping.current > TYPING_EVERY_MS) {
      lastTyping.current = now;
      api.call('deskTyping', { query: { conversation } }).catch(() => {});
    }
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '' || send.isPending || (reminders.length > 0 && !read)) return;
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
      {reminders.length > 0 && (
        <Alert tone="warning">
          {reminders.map((reminder) => (
            <p key={reminder}>{t(`reminder.${reminder}`)}</p>
          ))}
          <label className={styles['read']}>
            <input type="checkbox" checked={read} onChange={(event) => setRead(event.target.checked)} /> {t('reminder.read')}
          </label>
        </Alert>
      )}
      {openings.length > 0 && (
        <div className={styles['openings']}>
          {openings.map((opening) => (
            <Chip key={opening.id} onClick={() => write(opening.text)}>
              {opening.text}
            </Chip>
          ))}
        </div>
      )}
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
          disabled={text.trim() === '' || (reminders.length > 0 && !read)}
          icon={<IconSend size={20} aria-hidden="true" />}
        >
          {t('send')}
        </Button>
      </div>
      <PicturePicker ref={picker} onPick={(file) => send.mutate({ clientId: crypto.randomUUID(), file })} />
      <Sheet open={giving} onClose={() => setGiving(false)} title={t('gift')}>
        <div className={styles['gifts']}>
          {gifts.map(({ id }) => (
            <button
              key={id}
              type="button"
              onClick={() => {
                setGiving(false);
                send.mutate({ clientId: crypto.randomUUID(), gift: id });
              }}
            >
              <GiftDrawing gift={id} size={64} />
              {nameOf(id)}
            </button>
          ))}
        </div>
      </Sheet>
    </form>
  );
}
