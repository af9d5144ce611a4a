import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { useLiveEvent } from '#web/session/live-events.ts';
import { callPages } from '#web/session/query-client.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import { Entry } from './entry.tsx';
import { useEntryActs } from './use-entry-acts.tsx';
import styles from './conversation-list.module.css';

export default function ChosenList({ list }: { list: 'archived' | 'unread' }) {
  const { t } = useTranslation(['chat', 'common']);
  const { id: member } = useMember();
  const queries = useQueryClient();
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callPages('chats', { list }),
  );
  const chats = data?.pages.flatMap((page) => page.chats);
  const { menu, onMenu, onTouch } = useEntryActs(chats);
  const reload = () => void queries.invalidateQueries({ queryKey: ['chats', 'pages'] });
  useLiveEvent('message', reload);
  useLiveEvent('read', ({ by }) => by === member && reload());
  if (isError) return <LoadFailed onRetry={() => void refetch()}>{t('list.failed')}</LoadFailed>;
  if (!chats) return <RowSkeleton />;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- touches on the entries arrive here */}
      <ul onPointerDown={onTouch}>
        {chats.map((chat) => (
          <Entry key={chat.conversation.id} chat={chat} member={member} onMenu={onMenu} />
        ))}
      </ul>
      <p className={styles['nobody']} role="status" hidden={chats.length > 0}>
        {t(`list.none_${list}`)}
      </p>
      {menu}
      {hasNextPage && (
        <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common:more')}
        </Button>
      )}
    </>
  );
}
