import { type FormEvent, useState } from 'react';
import type { CallBody, CallReply } from '#contract/calls.ts';
import { useSave } from '#office/pieces/use-save.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import styles from '../desk.module.css';

/** Notes of supervisors to the writer, which the member never sees. */
export function Whispers({ whispers }: { whispers: CallReply<'deskThread'>['whispers'] }) {
  const { t } = useTranslation('office/desk');
  const { date, time } = useFormats();
  if (whispers.length === 0) return null;
  return (
    <section role="status" aria-label={t('whisper.title')} className={styles['whispers']}>
      <h2>{t('whisper.title')}</h2>
      {whispers.map(({ id, by, text, at }) => (
        <p key={id}>
          {text}
          <br />
          <small>
            {by}, {date(at)}, {time(at)}
          </small>
        </p>
      ))}
    </section>
  );
}

export function WhisperForm({ conversation }: { conversation: number }) {
  const { t } = useTranslation('office/desk');
  const { errorText } = useErrorText();
  const [text, setText] = useState('');
  // A repeat after a lost connection stores the note once.
  const [client_id, setClientId] = useState(() => crypto.randomUUID());
  const save = useSave((api, body: CallBody<'deskWhisper'>) => api.call('deskWhisper', { body }), {
    refresh: ['deskThread'],
    onSaved() {
      setText('');
      setClientId(crypto.randomUUID());
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ conversation, client_id, text });
  };
  return (
    <form className={styles['person']} onSubmit={submit}>
      {save.error && <Alert tone="error">{errorText(save.error)}</Alert>}
      <Textarea
        label={t('whisper.label')}
        hint={t('whisper.hint')}
        rows={2}
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" size="s" look="secondary" busy={save.isPending} disabled={!text.trim()}>
          {t('whisper.send')}
        </Button>
      </div>
    </form>
  );
}
