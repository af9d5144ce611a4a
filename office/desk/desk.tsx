import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { isLocale } from '#contract/lists/locales.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck, IconMessage } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { DeskFigures } from './desk-figures.tsx';
import { DeskFilters } from './desk-filters.tsx';
import { DeskList } from './desk-list.tsx';
import { DeskThread } from './desk-thread.tsx';
import { useDeskEvents } from './use-desk-events.ts';
import styles from './desk.module.css';

/** Events refresh the list. It is also polled at this interval in case one is missed. */
const REFRESH_MS = 60_000;

function filtersOf(query: URLSearchParams) {
  const profile = Number(query.get('profile'));
  const language = query.get('language');
  return {
    ...(Number.isSafeInteger(profile) && profile > 0 && { profile }),
    ...(isLocale(language) && { language }),
  };
}
const waiting = (query: URLSearchParams) => ({
  ...callPages('desk', filtersOf(query)),
  refetchInterval: REFRESH_MS,
});

const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  return ensurePages(waiting(url.searchParams));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/desk', 'chat', 'profile', 'members', 'errors'] };

export default function Desk() {
  const { t } = useTranslation('office/desk');
  const id = Number(useParams()['id'] ?? 0) || null;
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const typing = useDeskEvents();
  const { data } = useInfiniteQuery(waiting(query));
  const open = (conversation: number | null) =>
    void navigate({
      pathname: `/admin/desk${conversation ? `/${conversation}` : ''}`,
      search: query.toString(),
    });
  const rows = data?.pages.flatMap((page) => page.conversations) ?? [];
  const next = rows.find(({ conversation, claimed_by }) => conversation !== id && claimed_by === null);
  return (
    <div className={clsx(styles['desk'], id && styles['open'])}>
      <WaitingConversations open={id} />
      {id ? (
        <DeskThread
          key={id}
          conversation={id}
          typing={typing === id}
          onClose={() => open(null)}
          onNext={() => open(next?.conversation ?? null)}
        />
      ) : (
        <div className={styles['none']}>
          <EmptyState icon={<IconMessage size={40} />} title={t('choose')} text={t('choose_text')} />
        </div>
      )}
    </div>
  );
}

function WaitingConversations({ open }: { open: number | null }) {
  const { t } = useTranslation('office/desk');
  const [query] = useSearchParams();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(waiting(query));
  const rows = data?.pages.flatMap((page) => page.conversations) ?? [];
  const { waiting: count = 0, claim = null, filters } = data?.pages[0] ?? {};
  return (
    <>
      <PageHead title={count > 0 ? `(${count}) ${t('title')}` : t('title')} />
      <section className={styles['list']} aria-label={t('title')}>
        <header className={styles['head']}>
          <h1>{t('title')}</h1>
          <span aria-live="polite">{t('waiting', { count })}</span>
        </header>
        {filters && <DeskFilters filters={filters} chosen={filtersOf(query)} />}
        {rows.length === 0 ? (
          <NobodyWaits isFiltered={Object.keys(filtersOf(query)).length > 0} />
        ) : (
          <DeskList rows={rows} open={open} mine={claim} />
        )}
        {hasNextPage && (
          <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        )}
        <DeskFigures />
      </section>
    </>
  );
}

function NobodyWaits({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('office/desk');
  if (!isFiltered)
    return <EmptyState icon={<IconCircleCheck size={40} />} title={t('quiet')} text={t('quiet_text')} />;
  return (
    <EmptyState
      icon={<IconCircleCheck size={40} />}
      title={t('no_match')}
      action={
        <ButtonLink look="secondary" to="?">
          {t('show_all')}
        </ButtonLink>
      }
    />
  );
}
