import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { SUPPORT_TEXT } from '#contract/rules/support-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams, useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings, useUser } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { IconSend } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ThreadStatus } from './thread-status.tsx';
import styles from './support.module.css';

const REFRESH_MS = 30_000;

type Which = { id: number } | { token: string };

const threadQuery = (which: Which) => ({
  ...callQuery('supportThread', { query: which }),
  retry: false,
  refetchInterval: REFRESH_MS,
});

const whichThread = (id: string | undefined, query: URLSearchParams): Which =>
  id === undefined ? { token: query.get('token') ?? '-' } : { id: Number(id) || 1 };

export const load: ScreenLoad = ({ ensure, prefetch, requireUser, params, url }) => {
  const which = whichThread(params['id'], url.searchParams);
  if ('token' in which) return prefetch(threadQuery(which));
  requireUser();
  return ensure(threadQuery(which));
};
export const handle = { i18n: ['support', 'errors'] };

/** A question with its answers. Visitors open it by the link from their mail. */
export default function SupportThread() {
  const { t } = useTranslation('support');
  const [query] = useSearchParams();
  const which = whichThread(useParams()['id'], query);
  const { data: thread, isError } = useQuery(threadQuery(which));
  const user = useUser();
  if (isError && !thread)
    return (
      <Page title={t('title')} width="narrow" settles>
        <Alert tone="error">{t('expired')}</Alert>
        <p>
          <Link to="/support">{t('ask')}</Link>
        </p>
      </Page>
    );
  if (!thread)
    return (
      <Page title={t('title')} width="narrow" settles>
        <Skeleton height={240} />
      </Page>
    );
  return (
    <Page title={thread.subject} width="narrow" settles>
      <div className={styles['page']}>
        <ThreadStatus thread={thread} />
        <Messages thread={thread} />
        <Answer which={which} isClosed={thread.status === 'closed'} />
        {user && (
          <p>
            <Link to="/support">{t('all')}</Link>
          </p>
        )}
      </div>
    </Page>
  );
}

function Messages({ thread }: { thread: CallReply<'supportThread'> }) {
  const { t } = useTranslation('support');
  const { date, time } = useFormats();
  const { name } = useSettings();
  return (
    <ol className={styles['messages']}>
      {thread.messages.map(({ id, by_support, text, created_at }) => (
        <li key={id} className={clsx(styles['message'], by_support && styles['theirs'])}>
          <p className={styles['by']}>
            <b>{by_support ? t('from_support', { site: name }) : t('you')}</b>{' '}
            <time dateTime={created_at}>
              {date(created_at)}, {time(created_at)}
            </time>
          </p>
          <p className={styles['words']}>{text}</p>
        </li>
      ))}
    </ol>
  );
}

function Answer({ which, isClosed }: { which: Which; isClosed: boolean }) {
  const { t } = useTranslation('support');
  const { errorText } = useErrorText();
  const api = useApi();
  const { refetch } = useQuery(threadQuery(which));
  const [text, setText] = useState('');
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: () => api.call('writeSupport', { body: { ...which, client_id: clientId, text } }),
    async onSuccess() {
      setText('');
      setClientId(crypto.randomUUID());
      await refetch();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !send.isPending) send.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {send.error && <Alert tone="error">{errorText(send.error)}</Alert>}
      <Textarea
        label={t('answer')}
        hint={isClosed ? t('answer_closed') : undefined}
        rows={4}
        maxLength={SUPPORT_TEXT}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" busy={send.isPending} disabled={!text.trim()} icon={<IconSend size={18} />}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
