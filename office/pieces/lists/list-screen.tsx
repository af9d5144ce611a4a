import { type FetchInfiniteQueryOptions, type QueryKey, useQuery } from '@tanstack/react-query';
import { itemOf } from '#contract/lists/item-of.ts';
import { siteChoicesQuery } from '#office/pieces/shown-site.tsx';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Screen, ScreenLoad } from '#web/session/screen-data.ts';
import { changedQuery } from './list-address.ts';
import type { ListColumn, ListDescription, ListFilter } from './list-description.ts';
import { viewsQuery } from './saved-views.tsx';

// What the screens of the office's lists share: reading filters from the address, loading, and common columns and filters.

const MEMBER = /^\d{1,15}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads filters from the address of a list. What a filter does not allow is undefined. */
export function filterReader(query: URLSearchParams) {
  const text = (name: string) => query.get(name)?.trim();
  const matching = (name: string, pattern: RegExp) => {
    const value = text(name) ?? '';
    return pattern.test(value) ? value : undefined;
  };
  return {
    text,
    choice: <T extends string>(name: string, values: readonly T[]) => itemOf(values, query.get(name) ?? ''),
    day: (name: string) => matching(name, DAY),
    memberNumber: () => matching('member', MEMBER),
  };
}

/** Loads the first page of rows, the saved views and the sites. `then` gets the rows. */
export const listLoad =
  <T, K extends QueryKey, P>(
    list: ListDescription<unknown, string>['list'],
    pagesOf: (query: URLSearchParams) => FetchInfiniteQueryOptions<T, Error, T, K, P>,
    then: (pages: T[], screen: Screen) => unknown = () => {},
  ): ScreenLoad =>
  async (screen) => {
    screen.requireUser();
    const [{ pages }] = await Promise.all([
      screen.ensurePages(pagesOf(screen.url.searchParams)),
      screen.ensure(viewsQuery(list)),
      screen.ensure(siteChoicesQuery),
    ]);
    await then(pages, screen);
  };

/** The address of the CSV file with the filtered rows and the chosen columns. */
export const fileAddress = (path: string, search: Record<string, string>, query: URLSearchParams): string =>
  `${path}?${changedQuery(new URLSearchParams({ ...search, columns: query.get('columns') ?? '' }))}`;

/** A column without its key and heading. */
export type Cell<Row> = Omit<ListColumn<Row, string>, 'key' | 'head'>;

/** All columns of a list, in the order of `keys`. */
export const listColumns = <Row, Key extends string>(
  keys: readonly Key[],
  headOf: (key: Key) => string,
  cells: Record<Key, Cell<Row>>,
): ListColumn<Row, Key>[] => keys.map((key) => ({ key, head: headOf(key), ...cells[key] }));

/** The orders of a column with the time when a row began. */
export const byAge: Cell<unknown>['sorts'] = [
  { key: 'newest', direction: 'descending' },
  { key: 'oldest', direction: 'ascending' },
];

export const choicesOf = <T extends string>(values: readonly T[], labelOf: (value: T) => string) =>
  values.map((value) => ({ value, label: labelOf(value) }));

export function useMoment() {
  const { shortDate, time } = useFormats();
  return (instant: string) => (
    <span suppressHydrationWarning>{`${shortDate(instant)}, ${time(instant)}`}</span>
  );
}

/** Names the sites of rows, and filters by site where there are several. */
export function useListedSites(): { siteName: (host: string) => string; siteFilter: ListFilter[] } {
  const { t } = useTranslation('office/lists');
  const { data } = useQuery(siteChoicesQuery);
  const sites = data?.sites ?? [];
  const siteName = useSiteName(sites);
  const options = choicesOf(
    sites.map(({ host }) => host),
    siteName,
  );
  return {
    siteName,
    siteFilter: sites.length > 1 ? [{ name: 'site', label: t('filters.site'), options }] : [],
  };
}

/** A filter by the number of a member, which says so when something else is typed. */
export function useMemberFilter(query: URLSearchParams): ListFilter {
  const { t } = useTranslation('office/lists');
  const { text, memberNumber } = filterReader(query);
  return {
    name: 'member',
    label: t('filters.member'),
    type: 'search',
    error: text('member') && !memberNumber() ? t('filters.no_member') : undefined,
  };
}
