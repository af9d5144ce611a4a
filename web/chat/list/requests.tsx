import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useShortTime } from '#web/chat/short-time.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { useExcerpt } from '#web/messages/use-excerpt.ts';
import { useParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import styles from './conversation-list.module.css';

export default function Requests() {
  const { t } = useTranslation(['chat', 'common']);
  const { id: open } = useParams();
  const shortTime = useShortTime();
  const excerpt = useExcerpt();
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callPages('chats', { list: 'requests' }),
  );
  if (isError) return <LoadFailed onRetry={() => void refetch()}>{t('list.failed')}</LoadFailed>;
  if (!data) return <RowSkeleton />;
  return (
    <>
      <p className={styles['request-lead']}>{t('requests.lead')}</p>
      <ul>
        {data.pages
          .flatMap(({ chats }) => chats)
          .map(({ conversation, profile, last_message: last, veiled }) => (
            <li key={conversation.id}>
              <Link
                to={`/chats/${conversation.id}`}
                className={clsx(styles['entry'], Number(open) === conversation.id && styles['here'])}
              >
                <Avatar profile={profile} size={44} />
                <span className={styles['text']}>
                  <span className={styles['name']}>
                    {profile.name}
                    <KindLabel profile={profile} plain />
                  </span>
                  <span className={styles['said']}>
                    {veiled ? t('requests.covered') : last && excerpt(last)}
                  </span>
                </span>
                <span className={styles['end']}>
                  <time dateTime={conversation.last_message_at} suppressHydrationWarning>
                    {shortTime(conversation.last_message_at)}
                  </time>
                </span>
              </Link>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common:more')}
        </Button>
      )}
    </>
  );
}
