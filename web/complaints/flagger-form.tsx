import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { complaintCategories, isAboutContent } from '#contract/lists/complaints.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconFlag } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Notice, NoticeFields } from './notice-fields.tsx';
import styles from './complaints.module.css';

export const flaggerQuery = (token: string) => callQuery('flagger', { query: { token } });

const aboutContent = complaintCategories.filter((category) => isAboutContent[category]);
const emptyDraft: Notice = { category: '', contentUrl: '', text: '' };

/** A notice of a trusted flagger (DSA article 22), by the link that the office has mailed. */
export function FlaggerForm({ token, onSent }: { token: string; onSent: (id: number) => void }) {
  const { t } = useTranslation('complaints');
  const { errorText } = useErrorText();
  const { data, error } = useQuery({ ...flaggerQuery(token), retry: false });
  if (error) return <Alert tone="error">{errorText(error)}</Alert>;
  if (!data) return <Skeleton height={320} />;
  return (
    <>
      <Alert>{t('flagger', { name: data.name })}</Alert>
      <FlaggerFields token={token} onSent={onSent} />
    </>
  );
}

function FlaggerFields({ token, onSent }: { token: string; onSent: (id: number) => void }) {
  const { t } = useTranslation('complaints');
  const { errorText, fieldTexts } = useErrorText();
  const [draft, setDraft] = useState(emptyDraft);
  const change = (part: Partial<Notice>) => setDraft((before) => ({ ...before, ...part }));
  const [tried, setTried] = useState(false);
  const send = useSendNotice(onSent);
  const fields = fieldTexts(send.error);
  const { category, contentUrl, text } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (send.isPending || category === '' || !contentUrl.trim() || !text.trim()) return;
    send.mutate({ token, category, content_url: contentUrl, text });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {send.error && Object.keys(fields).length === 0 && <Alert tone="error">{errorText(send.error)}</Alert>}
      <NoticeFields
        value={draft}
        onChange={change}
        categories={aboutContent}
        place="required"
        tried={tried}
        faults={fields}
      />
      <p className={styles['good-faith']}>{t('good_faith')}</p>
      <div>
        <Button type="submit" busy={send.isPending} icon={<IconFlag size={18} />}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

function useSendNotice(onSent: (id: number) => void) {
  const api = useApi();
  const [client_id] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (notice: Omit<CallBody<'flaggerComplaint'>, 'client_id'>) =>
      api.call('flaggerComplaint', { body: { ...notice, client_id } }),
    onSuccess: ({ id }) => onSent(id),
  });
}
