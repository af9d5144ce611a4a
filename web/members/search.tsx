import { useInfiniteQuery } from '@tanstack/react-query';
import { startTransition, Suspense, useState } from 'react';
import type { User } from '#contract/membership/user.ts';
import { isRefusal } from '#web/api.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { redirect } from '#web/router/redirect.ts';
import { useDismissal } from '#web/session/dismissals.ts';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { Page } from '#web/ui/page.tsx';
import { FilterBar } from './filter-bar.tsx';
import {
  defaultsOf,
  hasRegion,
  NO_MORE_FILTERS,
  readFilters,
  searchOf,
  writeFilters,
  type Filters,
} from './filters.ts';
import { Results, ResultsSkeleton } from './results.tsx';
import { SavedSearchChips } from './saved/saved-search-chips.tsx';
import { SearchClosed, SearchFailed } from './search-failed.tsx';
import { recentQuery, RecentlyViewed } from './strips/recently-viewed.tsx';
import { Travellers, travellersQuery } from './strips/travellers.tsx';

/** Loaded on demand, because most searches do not need them. */
const FilterSheet = lazyDialog(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));
const SaveSearch = lazyDialog(async () => ({
  default: (await import('./saved/save-search.tsx')).SaveSearch,
}));
const WelcomeTour = lazyPart(async () => ({ default: (await import('./welcome-tour.tsx')).WelcomeTour }));

const NEW_DAYS = 14;
const isNew = ({ signup_date }: User) => Date.now() - Date.parse(signup_date) <= NEW_DAYS * 86_400_000;

/** Pages stay in the cache for a while, so that Back and Forward restore results and scroll position. */
const KEPT_MS = 5 * 60_000;
const resultsQuery = (filters: Filters) => ({
  ...callPages('members', searchOf(filters)),
  staleTime: KEPT_MS,
});

export const load: ScreenLoad = async ({ prefetch, prefetchPages, url, user, settings }) => {
  const filters = readFilters(url.searchParams, defaultsOf(user, settings), settings.genders);
  if (!(await hasRegion(filters))) {
    const query = new URLSearchParams(url.searchParams);
    query.delete('region');
    return redirect(`/members?${query}`);
  }
  return Promise.all([
    prefetchPages(resultsQuery(filters)),
    user && prefetch(recentQuery),
    user && prefetchPages(travellersQuery(searchOf(filters))),
  ]);
};
export const handle = { i18n: ['members', 'likes', 'saved_searches'] };

export default function Members() {
  const { t } = useTranslation('members');
  const user = useUser();
  const settings = useSettings();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState(false);
  const [saving, setSaving] = useState(false);
  const defaults = defaultsOf(user, settings);
  const filters = readFilters(query, defaults, settings.genders);
  const pages = useInfiniteQuery(resultsQuery(filters));
  const isClosed = useIsClosed(pages);
  // The sheet takes a slow phone longer to render than a tap may wait for the next frame.
  const openSheet = () => startTransition(() => setSheet(true));
  const apply = (next: Filters) => navigate(`/members${writeFilters(next, defaults)}`);

  return (
    <>
      <Page
        title={t('search.title')}
        heading={<Stressed text={t('search.heading')} />}
        aside={
          user && (
            <ButtonLink to="/today" look="secondary" size="s">
              {t('search.today')}
            </ButtonLink>
          )
        }
        isPublic={settings.logged_out_search}
      >
        {!isClosed && (
          <FilterBar
            filters={filters}
            onChange={apply}
            onMore={openSheet}
            nearest={user !== null}
            saving={user && <SavedSearchChips onSave={() => setSaving(true)} />}
          />
        )}
        {user && <RecentlyViewed />}
        {user && <Travellers search={searchOf(filters)} />}
        {isClosed ? (
          <SearchClosed />
        ) : pages.error && !pages.data ? (
          <SearchFailed
            error={pages.error}
            onRetry={() => void pages.refetch()}
            onWithoutTraits={() => void apply({ ...filters, ...NO_MORE_FILTERS })}
          />
        ) : pages.data ? (
          <Results
            key={JSON.stringify(filters)}
            pages={pages.data.pages}
            byDistance={filters.sort === 'nearest'}
            more={pages.hasNextPage}
            loading={pages.isFetchingNextPage}
            failed={pages.isFetchNextPageError}
            onMore={() => void pages.fetchNextPage()}
            onAdjust={openSheet}
            onReset={() => void apply(defaults)}
          />
        ) : (
          <ResultsSkeleton />
        )}
        {user && isNew(user) && <Tour user={user} />}
        {saving && <SaveSearch filters={filters} onClose={() => setSaving(false)} />}
        {sheet && (
          <FilterSheet
            filters={filters}
            defaults={defaults}
            nearest={user !== null}
            onClose={() => setSheet(false)}
            onApply={apply}
          />
        )}
      </Page>
    </>
  );
}

/**
 * Returns whether this visitor may not search. The settings tell before the call does, so that the server's page says
 * it too.
 */
function useIsClosed({ data, error }: { data: unknown; error: unknown }): boolean {
  const user = useUser();
  const settings = useSettings();
  if (user || data) return false;
  const mayTry =
    settings.logged_out_search || (settings.logged_out_search_trafficsource && settings.traffic_source);
  return error ? isRefusal(error, 'search_closed') : !mayTry;
}

function Tour({ user }: { user: User }) {
  const [isDismissed] = useDismissal('welcome_tour');
  // In the server's page the tour would be without its styles, which load with its code.
  const isHydrated = useBrowser(() => true, false);
  return <Suspense>{isHydrated && !isDismissed && <WelcomeTour user={user} />}</Suspense>;
}
