import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSearchable, searchWords } from '#contract/rules/chat-search-rules.ts';
import { useApi } from '#web/session/use-session.ts';

export interface Sought {
  text: string;
  /** Days of answers, `YYYY-MM-DD`, or empty. */
  from: string;
  until: string;
}

export const NOTHING_SOUGHT: Sought = { text: '', from: '', until: '' };

const PAUSE_MS = 250;
/** Pages can be short, so loading continues until this many conversations are shown. */
const ENOUGH = 12;
const MOST_PAGES = 6;

/** False while somebody types the year. */
const isDay = (value: string) => /^20\d\d-\d\d-\d\d$/.test(value);

function bodyOf({ text, from, until }: Sought) {
  const body = {
    text: isSearchable(searchWords(text)) ? text.trim() : '',
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
  };
  return body.text !== '' || 'from' in body || 'until' in body ? body : null;
}

/** Answered conversations for what is in the search fields. `isOn` is false while that is nothing. */
export function useDeskSearch(sought: Sought) {
  const api = useApi();
  const settled = useSettled(sought);
  const body = bodyOf(settled);
  const query = useInfiniteQuery({
    enabled: body !== null,
    queryKey: ['deskSearch', body],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'deskSearch',
        { body: { text: '', ...body, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Keeps the previous results on screen while the next ones load.
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  });
  const { data, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.conversations) ?? [];
  const goesOn =
    hasNextPage && !isPlaceholderData && rows.length < ENOUGH && (data?.pages.length ?? 0) < MOST_PAGES;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return {
    isOn: bodyOf(sought) !== null,
    rows,
    error: query.error,
    isPending: data === undefined,
    isSearching: isFetching || goesOn || settled !== sought,
    more: hasNextPage ? () => void fetchNextPage() : null,
    retry: () => void query.refetch(),
  };
}

export type DeskSearch = ReturnType<typeof useDeskSearch>;

function useSettled(sought: Sought): Sought {
  const [settled, setSettled] = useState(sought);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(sought), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sought]);
  return settled;
}
