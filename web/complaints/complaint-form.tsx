import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { isAboutContent } from '#contract/lists/complaints.ts';
import { checkEmail } from '#contract/rules/account-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconFlag } from '#web/ui/icons.ts';
import { type Notice, NoticeFields } from './notice-fields.tsx';
import { ownComplaints } from './own-complaints.tsx';
import type { subjectOf } from './subject.tsx';
import styles from './complaints.module.css';

type Subject = ReturnType<typeof subjectOf>;

interface Draft extends Notice {
  name: string;
  email: string;
}

/**
 * Asks for what a notice of illegal content needs (DSA article 16): the reason, the address of the content
 * unless the link to this form named it, and a visitor's name and address.
 */
export function ComplaintForm({ subject, onSent }: { subject: Subject; onSent: (id: number) => void }) {
  const { t } = useTranslation('complaints');
  const { errorText, fieldTexts } = useErrorText();
  const isVisitor = !useUser();
  const [draft, setDraft] = useState<Draft>({ category: '', text: '', contentUrl: '', name: '', email: '' });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const send = useSendComplaint(subject, onSent);
  const [tried, setTried] = useState(false);
  const fields = fieldTexts(send.error);
  const { category, text, contentUrl } = draft;
  const asksForPlace =
    category !== '' && isAboutContent[category] && Object.values(subject).every((id) => id === undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (send.isPending || category === '' || !text.trim() || (isVisitor && !isSenderComplete(draft))) return;
    send.mutate({
      category,
      text,
      ...(asksForPlace && contentUrl.trim() && { content_url: contentUrl }),
      ...(isVisitor && { email: draft.email, ...(draft.name.trim() && { name: draft.name }) }),
    });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {send.error && Object.keys(fields).length === 0 && <Alert tone="error">{errorText(send.error)}</Alert>}
      <NoticeFields
        value={draft}
        onChange={change}
        advice={category === 'underage' && <Alert tone="warning">{t('urgent')}</Alert>}
        place={asksForPlace ? 'optional' : 'hidden'}
        tried={tried}
        faults={fields}
      />
      {isVisitor && <SenderFields {...{ draft, change, tried, fields }} />}
      <p className={styles['good-faith']}>{t('good_faith')}</p>
      <div>
        <Button type="submit" busy={send.isPending} icon={<IconFlag size={18} />}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

/** Sexual abuse of a child may be reported anonymously (DSA article 16, paragraph 2c). */
const isNameOptional = ({ category }: Draft) => category === 'underage';

const isSenderComplete = (draft: Draft) =>
  checkEmail(draft.email) === null && (draft.name.trim() !== '' || isNameOptional(draft));

interface SenderFieldsProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  tried: boolean;
  fields: Partial<Record<string, string>>;
}

function SenderFields({ draft, change, tried, fields }: SenderFieldsProps) {
  const { t } = useTranslation('complaints');
  const { fieldText } = useErrorText();
  const { name, email } = draft;
  const optional = isNameOptional(draft);
  const required = (value: string) => (tried && !value.trim() ? fieldText('required') : undefined);
  const invalid = tried && checkEmail(email) !== null ? fieldText('email_invalid') : undefined;
  return (
    <>
      <TextInput
        label={t('name')}
        hint={optional ? t('name_optional') : undefined}
        error={optional ? fields['name'] : (required(name) ?? fields['name'])}
        autoComplete="name"
        required={!optional}
        maxLength={120}
        value={name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextInput
        label={t('email')}
        hint={t('email_hint')}
        error={required(email) ?? invalid ?? fields['email']}
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={({ target }) => change({ email: target.value })}
      />
    </>
  );
}

function useSendComplaint(subject: Subject, onSent: (id: number) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const [client_id] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (complaint: Omit<CallBody<'complaint'>, 'client_id' | keyof Subject>) =>
      api.call('complaint', { body: { ...JSON.parse(JSON.stringify(subject)), ...complaint, client_id } }),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: ownComplaints.queryKey.slice(0, 1) });
      onSent(id);
    },
  });
}
