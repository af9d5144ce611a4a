import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Activity } from '#contract/activity/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { changeUser } from '#web/session/queries.ts';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconBell } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { RowSkeleton } from '#web/ui/skeleton.tsx';
import { ActivityEntry } from './activity-entry.tsx';
import { activityDays } from './activity-groups.ts';
import styles from './activity.module.css';

const pages = callPages('activity', {});

export const load: ScreenLoad = ({ prefetchPages, requireUser }) => {
  requireUser();
  return prefetchPages(pages);
};
export const handle = { i18n: ['activity', 'members'] };

export default function ActivityScreen() {
  const { t } = useTranslation(['activity', 'members', 'common']);
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pages);
  const events = data?.pages.flatMap((page) => page.events);
  return (
    <Page
      title={t('title')}
      heading={<Stressed text={t('heading')} />}
      aside={
        <ButtonLink to="/today" look="secondary" size="s">
          {t('members:search.today')}
        </ButtonLink>
      }
      width="narrow"
      settles={!events}
    >
      {events ? (
        <ActivityList events={events} />
      ) : isError ? (
        <LoadFailed onRetry={() => void refetch()}>{t('failed')}</LoadFailed>
      ) : (
        <RowSkeleton />
      )}
      {hasNextPage && (
        <Button
          look="secondary"
          className={styles['more']}
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('common:more')}
        </Button>
      )}
    </Page>
  );
}

function ActivityList({ events }: { events: Activity[] }) {
  const { t } = useTranslation('activity');
  const { day, sameDay } = useFormats();
  const fresh = useRead(events);
  if (events.length === 0)
    return (
      <EmptyState
        icon={<IconBell size={32} />}
        title={t('empty.title')}
        text={t('empty.text')}
        action={<ButtonLink to="/members">{t('empty.action')}</ButtonLink>}
      />
    );
  return activityDays(events, sameDay).map(({ date, groups }) => (
    <section key={date} className={styles['day']}>
      <h2>{day(date)}</h2>
      <ul>
        {groups.map((group) => (
          <ActivityEntry
            key={group.first.id}
            group={group}
            isFresh={group.events.some(({ id }) => fresh.has(id))}
          />
        ))}
      </ul>
    </section>
  ));
}

/**
 * Marks the events on the screen as read. Returns those that were new when the member came, so that they stay
 * highlighted.
 */
function useRead(events: Activity[]): ReadonlySet<number> {
  const api = useApi();
  const queries = useQueryClient();
  const { new_activity } = useMember();
  const [fresh, setFresh] = useState<ReadonlySet<number>>(
    () => new Set(events.filter(({ unread }) => unread).map(({ id }) => id)),
  );
  const newest = events[0]?.id;
  const arrived = events.filter(({ id, unread }) => unread && !fresh.has(id));
  if (arrived.length > 0) setFresh(new Set([...fresh, ...arrived.map(({ id }) => id)]));
  useEffect(() => {
    if (newest === undefined || new_activity === 0) return;
    // No error handling is needed: the next visit marks them.
    api
      .call('readActivity', { body: { up_to: newest } })
      .then(() => changeUser(queries, { new_activity: 0 }))
      .catch(() => {});
  }, [api, queries, newest, new_activity]);
  return fresh;
}
