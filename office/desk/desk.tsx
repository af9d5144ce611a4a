import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { isLocale } from '#contract/lists/locales.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation, useNavigate, useParams, useSearchParams } from '#web/router/hooks.ts';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck, IconMessage } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { DeskFigures } from './desk-figures.tsx';
import { DeskFilters } from './desk-filters.tsx';
import { DeskKeysHelp } from './desk-keys-help.tsx';
import { DeskList } from './desk-list.tsx';
import { DeskThread } from './desk-thread.tsx';
import { Presence } from './presence.tsx';
import { DeskSearchFields } from './search/desk-search-fields.tsx';
import { FoundConversations } from './search/found-conversations.tsx';
import { pastIn, pastState } from './search/past-conversation.ts';
import { type DeskSearch, NOTHING_SOUGHT, type Sought, useDeskSearch } from './search/use-desk-search.ts';
import { useDeskEvents } from './use-desk-events.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import styles from './desk.module.css';

/** Events refresh the list. It is also polled at this interval in case one is missed. */
const REFRESH_MS = 60_000;

function filtersOf(query: URLSearchParams) {
  const profile = Number(query.get('profile'));
  const language = query.get('language');
  return {
    ...(Number.isSafeInteger(profile) && profile > 0 && { profile }),
    ...(isLocale(language) && { language }),
    ...(query.has('outside') && { outside: true }),
  };
}
const waiting = (query: URLSearchParams) => ({
  ...callPages('desk', filtersOf(query)),
  refetchInterval: REFRESH_MS,
});

export const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  return ensurePages(waiting(url.searchParams));
};
export const handle = { i18n: ['office/desk', 'chat', 'profile', 'members', 'errors'] };

export default function Desk() {
  const { t } = useTranslation('office/desk');
  const id = Number(useParams()['id'] ?? 0) || null;
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const typing = useDeskEvents();
  /** The conversation whose composer gets the focus when it appears. */
  const [writing, setWriting] = useState<number | null>(null);
  const [sought, setSought] = useState(NOTHING_SOUGHT);
  const search = useDeskSearch(sought);
  const rows = useRows(query, search);
  const past = pastIn(useLocation().state);
  const open = (conversation: number | null, state: unknown = null) =>
    void navigate(
      { pathname: `/admin/desk${conversation ? `/${conversation}` : ''}`, search: query.toString() },
      { state },
    );
  const next = useNext(query, (conversation) => {
    setWriting(conversation);
    open(conversation);
  });
  const isOpening = next.isPending || (writing !== null && writing === id);
  useDeskKeys(isOpening, (step) => {
    const at = rows.findIndex(({ conversation }) => conversation === id);
    const row = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
    if (row) open(row.conversation, row.state);
  });
  return (
    <div className={clsx(styles['desk'], id && styles['open'])}>
      <DeskConversations
        open={id}
        onNext={() => next.mutate(id)}
        isOpening={next.isPending}
        sought={sought}
        onSought={setSought}
        search={search}
      />
      {id ? (
        <DeskThread
          key={id}
          conversation={id}
          past={past}
          typing={typing === id}
          isWriting={writing === id}
          onWriting={() => setWriting(null)}
          onClose={() => open(null)}
          onNext={() => next.mutate(id)}
        />
      ) : (
        <div className={styles['none']}>
          <EmptyState icon={<IconMessage size={40} />} title={t('choose')} text={t('choose_text')} />
        </div>
      )}
    </div>
  );
}

/** The conversations on screen in their order, with the state of the history entry that opens each. */
function useRows(query: URLSearchParams, search: DeskSearch): { conversation: number; state: unknown }[] {
  const { data } = useInfiniteQuery(waiting(query));
  if (search.isOn)
    return search.rows.map((each) => ({ conversation: each.row.conversation, state: pastState(each) }));
  const mine = data?.pages[0]?.mine ?? [];
  const others = data?.pages.flatMap((page) => page.conversations) ?? [];
  return [...mine, ...others].map(({ conversation }) => ({ conversation, state: null }));
}

/** Opens the conversation to answer next, which the server chooses and gives to the writer. */
function useNext(query: URLSearchParams, onOpen: (conversation: number | null) => void) {
  const { t } = useTranslation('office/desk');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn(after: number | null) {
      const { outside: _, ...wanted } = filtersOf(query);
      return api.call('deskNext', { body: { ...(after !== null && { after }), ...wanted } });
    },
    onSuccess({ conversation }) {
      onOpen(conversation);
      if (conversation === null) toast('info', t('quiet'));
    },
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk'] }),
  });
}

interface ListProps {
  open: number | null;
  onNext: () => void;
  isOpening: boolean;
  sought: Sought;
  onSought: (sought: Sought) => void;
  search: DeskSearch;
}

function DeskConversations({ open, onNext, isOpening, sought, onSought, search }: ListProps) {
  const { t } = useTranslation('office/desk');
  const { language, list } = useFormats();
  const [query] = useSearchParams();
  const { data } = useInfiniteQuery(waiting(query));
  const { waiting: count = 0, languages = [], on = false, capacity = 0 } = data?.pages[0] ?? {};
  // An open conversation has the h1, because on a phone nothing else is on the screen.
  const Heading = open ? 'h2' : 'h1';
  return (
    <>
      <PageHead title={count > 0 ? `(${count}) ${t('title')}` : t('title')} />
      <section className={styles['list']} aria-label={t('title')}>
        <header className={styles['head']}>
          <Heading>{t('title')}</Heading>
          <span aria-live="polite">{t('waiting', { count })}</span>
          {languages.length > 0 && <p>{t('only_languages', { languages: list(languages.map(language)) })}</p>}
        </header>
        <Presence on={on} capacity={capacity} />
        <div className={styles['acts']}>
          <Button size="s" look="secondary" aria-keyshortcuts="N" busy={isOpening} onClick={onNext}>
            {t('next')} (N)
          </Button>
          <DeskKeysHelp />
        </div>
        <DeskSearchFields sought={sought} onSought={onSought} />
        {search.isOn ? (
          <FoundConversations search={search} open={open} onClear={() => onSought(NOTHING_SOUGHT)} />
        ) : (
          <WaitingConversations open={open} />
        )}
        <DeskFigures />
      </section>
    </>
  );
}

function WaitingConversations({ open }: { open: number | null }) {
  const { t } = useTranslation('office/desk');
  const [query] = useSearchParams();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(waiting(query));
  const rows = data?.pages.flatMap((page) => page.conversations) ?? [];
  const { outside = 0, mine = [], filters } = data?.pages[0] ?? {};
  return (
    <>
      {mine.length > 0 && (
        <>
          <h2 className={styles['group']}>{t('mine', { count: mine.length })}</h2>
          <DeskList rows={mine} open={open} />
          <h2 className={styles['group']}>{t('queue')}</h2>
        </>
      )}
      {filters && <DeskFilters filters={filters} outside={outside} chosen={filtersOf(query)} />}
      {rows.length === 0 ? (
        <NobodyWaits isFiltered={Object.keys(filtersOf(query)).length > 0} />
      ) : (
        <DeskList rows={rows} open={open} />
      )}
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
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
