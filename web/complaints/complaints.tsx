import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from 'react-router';
import { checkEmail } from '#contract/rules/account-rules.ts';
import { complaintCategories } from '#contract/enums.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import { IconFlag } from '#web/ui/icons.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { Stressed } from '#web/ui/stressed.tsx';
import { OwnComplaints, ownComplaints } from './own-complaints.tsx';
import { ComplaintSent } from './complaint-sent.tsx';
import { memberQuery, messageQuery, Subject, subjectOf } from './subject.tsx';
import styles from './complaints.module.css';

type Category = (typeof complaintCategories)[number];

const load: ScreenLoad = async ({ prefetch, prefetchPages, url, user }) => {
  const { profile, message } = subjectOf(url.searchParams);
  await Promise.all([
    profile && prefetch(memberQuery(profile)),
    user && profile && message && prefetch(messageQuery(profile, message)),
    user && prefetchPages(ownComplaints),
  ]);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['complaints', 'members'] };

/** /complaints: about a profile, a photo, a message, or the site. */
export default function Complaints() {
  const { t } = useTranslation('complaints');
  const [query] = useSearchParams();
  const [sent, setSent] = useState<number | null>(null);
  const user = useUser();
  const subject = subjectOf(query);
  const { data: member } = useQuery({ ...memberQuery(subject.profile ?? 0), enabled: subject.profile !== undefined, retry: false });
  return (
    <Page title={t('title')} heading={<Stressed text={t('heading')} />} lead={t('lead')} width="narrow" isPublic>
      {sent !== null ? (
        <ComplaintSent id={sent} member={member} onAnother={() => setSent(null)} />
      ) : (
        <Card>
          <Subject subject={subject} member={member} />
          <ComplaintForm subject={subject} onSent={setSent} />
        </Card>
      )}
      {user && <OwnComplaints />}
    </Page>
  );
}

function ComplaintForm({ subject, onSent }: { subject: ReturnType<typeof subjectOf>; onSent: (id: number) => void }) {
  const { t } = useTranslation('complaints');
  const { errorText, fieldText, fieldTexts } = useErrorText();
  const user = useUser();
  const api = useApi();
  const queries = useQueryClient();
  const [category, setCategory] = useState<Category | ''>('');
  const [text, setText] = useState('');
  const [email, setEmail] = useState('');
  const [client_id] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: () =>
      api.call('complaint', { body: { ...JSON.parse(JSON.stringify(subject)), category: category as Category, text, client_id, ...(user ? {} : { email }) } }),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: ownComplaints.queryKey.slice(0, 1) });
      onSent(id);
    },
  });
  const [tried, setTried] = useState(false);
  const fields = fieldTexts(send.error);
  const missing = (value: string) => (tried && !value.trim() ? fieldText('required') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!send.isPending && category && text.trim() && (user || checkEmail(email) === null)) send.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {send.error && Object.keys(fields).length === 0 && <Alert tone="error">{errorText(send.error)}</Alert>}
      <Select
        label={t('category')}
        required
        value={category}
        placeholder={t('choose')}
        error={missing(category)}
        onChange={({ target }) => setCategory(target.value as Category)}
        options={complaintCategories.map((value) => ({ value: value as string, label: t(`categories.${value}`) }))}
      />
      {category === 'underage' && <Alert tone="warning">{t('urgent')}</Alert>}
      <Textarea
        label={t('text')}
        hint={t('text_hint')}
        error={missing(text) ?? fields['text']}
        required
        rows={6}
        maxLength={5000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {!user && (
        <TextInput
          label={t('email')}
          hint={t('email_hint')}
          error={missing(email) ?? (tried && checkEmail(email) !== null ? fieldText('email_invalid') : fields['email'])}
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <div>
        <Button type="submit" busy={send.isPending} icon={<IconFlag size={18} />}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
