import { infiniteQueryOptions, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { CallName, CallQuery, CallReply } from '#contract/calls.ts';
import { type Api, ApiError, type CallInput } from '#web/api.ts';

const apis = new WeakMap<QueryClient, Api>();

/**
 * The API client that `makeQueryClient` stored for a query client: in-process on the server, fetch in the
 * browser.
 */
export function apiOf(client: QueryClient): Api {
  const api = apis.get(client);
  if (!api) throw new Error('This query client was not made by makeQueryClient');
  return api;
}

const longestWait = 30_000;

/**
 * Retries network errors, 5xx and 429 up to 5 times (docs/product.md 7.2). Other errors are final, as is a
 * rate limit with a long wait: the user then sees the error.
 */
export function worthRetrying(failures: number, error: unknown) {
  if (!(error instanceof ApiError)) return false;
  const shortLimit = error.status === 429 && (error.retryAfter ?? 1) * 1000 <= longestWait;
  return failures < 5 && (error.status === 0 || error.status >= 500 || shortLimit);
}

/**
 * Delay before the next retry in milliseconds: the one that the server requests, or else 1, 2, 4, 8, 16
 * seconds.
 */
export function retryWait(failures: number, error: unknown) {
  if (error instanceof ApiError && error.retryAfter) return error.retryAfter * 1000;
  return Math.min(1000 * 2 ** failures, longestWait);
}

/** A query client bound to `api`. On the server it neither retries nor refetches within the request. */
export function makeQueryClient(api: Api) {
  const server = typeof document === 'undefined';
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: server ? false : worthRetrying,
        retryDelay: retryWait,
        staleTime: server ? Infinity : 30_000,
        gcTime: server ? Infinity : 10 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: server ? false : worthRetrying, retryDelay: retryWait, networkMode: 'always' },
      dehydrate: { shouldDehydrateQuery: (query) => query.state.status === 'success' },
    },
  });
  apis.set(client, api);
  return client;
}

/** Maximum refetches when events outdate a response. After that the last response is used. */
const MOST_TRIES = 3;

/**
 * A response to `ask` that is at least as recent as what events and the member's own actions wrote under
 * `queryKey` in the meantime.
 */
export async function fetchCurrent<T>(
  client: QueryClient,
  queryKey: QueryKey,
  ask: () => Promise<T>,
): Promise<T> {
  const changes = () => client.getQueryState(queryKey)?.dataUpdateCount;
  for (let tries = 1; ; tries++) {
    const before = changes();
    const answer = await ask();
    if (changes() === before || tries === MOST_TRIES) return answer;
  }
}

/**
 * Query options of a GET call: `useQuery(callQuery('member', { query: { id } }))`. The key is `[name,
 * query]`.
 */
export function callQuery<K extends CallName>(name: K, input?: CallInput<K>) {
  return queryOptions({
    queryKey: [name, input?.query ?? {}] as const,
    queryFn: ({ client, signal, queryKey }): Promise<CallReply<K>> =>
      fetchCurrent(client, queryKey, () => callUntyped(client, name, input, { signal })),
  });
}

/**
 * Makes a call without type checks of its input, which the typed functions around it check. TypeScript cannot
 * infer the input for a generic name.
 */
const callUntyped = <K extends CallName>(client: QueryClient, name: K, ...args: unknown[]) =>
  (apiOf(client).call as (name: K, ...args: unknown[]) => Promise<CallReply<K>>)(name, ...args);

interface Page {
  next: string | null;
}

const FIRST_PAGE: string | null = null;

type Paged = { [K in CallName]: CallReply<K> extends { next: string | null } ? K : never }[CallName];

/**
 * Pages of a call that returns the cursor `next`: `useInfiniteQuery(callPages('members', filters))`. The key
 * is `[name, 'pages', query]`.
 */
export function callPages<K extends Paged>(name: K, query: Omit<NonNullable<CallQuery<K>>, 'cursor'>) {
  return infiniteQueryOptions({
    queryKey: [name, 'pages', query] as const,
    queryFn: ({ client, signal, pageParam }): Promise<CallReply<K>> =>
      callUntyped(client, name, { query: { ...query, cursor: pageParam ?? undefined } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last: Page) => last.next,
  });
}
