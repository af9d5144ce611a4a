import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';

interface Loaded<T> {
  data: T | undefined;
  dataUpdatedAt: number;
}

type Options<T, Key extends QueryKey> = UseQueryOptions<T, Error, T, Key>;

/**
 * A query that `load` of a screen or layout has fetched. The server renders once, so it reads the cache, which costs less
 * than an observer.
 */
export const useLoaded: <T, Key extends QueryKey>(options: Options<T, Key>) => Loaded<T> = import.meta.env.SSR
  ? useLoadedOnce
  : useQuery;

function useLoadedOnce<T, Key extends QueryKey>({ queryKey, enabled }: Options<T, Key>): Loaded<T> {
  const state = useQueryClient().getQueryState<T>(queryKey);
  return state && enabled !== false ? state : { data: undefined, dataUpdatedAt: 0 };
}
