import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { checkEmail } from '#contract/rules/account-rules.ts';
import { SUPPORT_SUBJECT, SUPPORT_TEXT } from '#contract/rules/support-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea, TextInput } from '#web/ui/field.tsx';
import { IconSend } from '#web/ui/icons.ts';
import { ownThreads } from './own-threads-query.ts';
import styles from './support.module.css';

interface Draft {
  subject: string;
  text: string;
  email: string;
}

/** `onSent` receives the thread's number, which visitors do not get: they follow the link in their mail. */
export function AskForm({ onSent }: { onSent: (id: number | null, email: string) => void }) {
  const { t } = useTranslation('support');
  const { errorText, fieldText, fieldTexts } = useErrorText();
  const isVisitor = !useUser();
  const [draft, setDraft] = useState<Draft>({ subject: '', text: '', email: '' });
  const [tried, setTried] = useState(false);
  const send = useAsk(isVisitor, onSent);
  const fields = fieldTexts(send.error);
  const missing = (value: string) => (tried && !value.trim() ? fieldText('required') : undefined);
  const wrongEmail =
    isVisitor && tried && draft.email.trim() && checkEmail(draft.email)
      ? fieldText('email_invalid')
      : undefined;
  const change =
    (part: keyof Draft) =>
    ({ target }: { target: { value: string } }) =>
      setDraft((before) => ({ ...before, [part]: target.value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const isComplete = draft.subject.trim() && draft.text.trim() && (!isVisitor || !checkEmail(draft.email));
    if (isComplete && !send.isPending) send.mutate(draft);
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {send.error && Object.keys(fields).length === 0 && <Alert tone="error">{errorText(send.error)}</Alert>}
      {isVisitor && (
        <TextInput
          label={t('email')}
          hint={t('email_hint')}
          type="email"
          autoComplete="email"
          required
          error={missing(draft.email) ?? wrongEmail ?? fields['email']}
          value={draft.email}
          onChange={change('email')}
        />
      )}
      <TextInput
        label={t('subject')}
        required
        maxLength={SUPPORT_SUBJECT}
        error={missing(draft.subject) ?? fields['subject']}
        value={draft.subject}
        onChange={change('subject')}
      />
      <Textarea
        label={t('text')}
        hint={t('text_hint')}
        required
        rows={6}
        maxLength={SUPPORT_TEXT}
        error={missing(draft.text) ?? fields['text']}
        value={draft.text}
        onChange={change('text')}
      />
      <div>
        <Button type="submit" busy={send.isPending} icon={<IconSend size={18} />}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

function useAsk(isVisitor: boolean, onSent: (id: number | null, email: string) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const [client_id] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: ({ subject, text, email }: Draft) =>
      api.call('askSupport', { body: { client_id, subject, text, ...(isVisitor && { email }) } }),
    async onSuccess({ id }, { email }) {
      await queries.invalidateQueries({ queryKey: ownThreads.queryKey.slice(0, 1) });
      onSent(id, email.trim());
    },
  });
}
