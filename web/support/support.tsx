import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useUser } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconMail } from '#web/ui/icons.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { AskForm } from './ask-form.tsx';
import { HelpSearch, helpQuery } from './help-search.tsx';
import { ownThreads } from './own-threads-query.ts';
import { ThreadStatus } from './thread-status.tsx';
import styles from './support.module.css';

export const load: ScreenLoad = ({ prefetch, prefetchPages, user, locale }) =>
  Promise.all([prefetch(helpQuery('', locale)), user && prefetchPages(ownThreads)]);
export const handle = { i18n: ['support', 'errors'] };

export default function Support() {
  const { t } = useTranslation('support');
  const user = useUser();
  const navigate = useNavigate();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Page
      title={t('title')}
      heading={<Stressed text={t('heading')} />}
      lead={t('lead')}
      width="narrow"
      isPublic
    >
      <div className={styles['page']}>
        {user && <OwnThreads />}
        <HelpSearch />
        <Card title={t('ask')}>
          {sentTo === null ? (
            <AskForm onSent={(id, email) => (id ? void navigate(`/support/${id}`) : setSentTo(email))} />
          ) : (
            <div role="status">
              <EmptyState
                icon={<IconMail size={40} />}
                title={t('sent_title')}
                text={t('sent_text', { email: sentTo })}
              />
            </div>
          )}
        </Card>
      </div>
    </Page>
  );
}

function OwnThreads() {
  const { t } = useTranslation('support');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownThreads);
  const threads = data?.pages.flatMap((page) => page.threads) ?? [];
  if (threads.length === 0) return null;
  return (
    <Card title={t('yours')}>
      <ul className={styles['threads']}>
        {threads.map((thread) => (
          <li key={thread.id}>
            <Link to={`/support/${thread.id}`} className={styles['thread']}>
              <b>{thread.subject}</b>
              <ThreadStatus thread={thread} />
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Card>
  );
}
