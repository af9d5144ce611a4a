import { infiniteQueryOptions, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { CallName, CallQuery, CallReply } from '#contract/calls.ts';
import { type Api, ApiError, type CallInput } from '#web/api.ts';

const apis = new WeakMap<QueryClient, Api>();

/** The API that belongs to a query client: the request's own on the server, fetch in the browser. */
export function apiOf(client: QueryClient): Api {
  const api = apis.get(client);
  if (!api) throw new Error('This query client was not made by makeQueryClient');
  return api;
}

/** Longest wait between two tries, milliseconds. */
const longestWait = 30_000;

/** Network errors, 5xx and 429 are tried again, 5 times (docs/product.md 7); every other refusal is final, and so is a limit that asks for a long wait: the person is told instead. */
export function worthRetrying(failures: number, error: unknown) {
  if (!(error instanceof ApiError)) return false;
  const shortLimit = error.status === 429 && (error.retryAfter ?? 1) * 1000 <= longestWait;
  return failures < 5 && (error.status === 0 || error.status >= 500 || shortLimit);
}

/** Milliseconds before the next try: what the server asked for, else 1, 2, 4, 8, 16 seconds. */
export function retryWait(failures: number, error: unknown) {
  if (error instanceof ApiError && error.retryAfter) return error.retryAfter * 1000;
  return Math.min(1000 * 2 ** failures, longestWait);
}

/** A query client bound to `api`. On the server nothing is retried and nothing goes stale within the request. */
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

/** How often an answer is asked for again that events overtook: where they never stop, the last one is taken as it is. */
const MOST_TRIES = 3;

/** An answer to `ask` that is no older than what events and the member's own acts have put under `queryKey` meanwhile. */
export async function current<T>(client: QueryClient, queryKey: QueryKey, ask: () => Promise<T>): Promise<T> {
  const changes = () => client.getQueryState(queryKey)?.dataUpdateCount;
  for (let tries = 1; ; tries++) {
    const before = changes();
    const answer = await ask();
    if (changes() === before || tries === MOST_TRIES) return answer;
  }
}

/** Query options of a GET call: `useQuery(callQuery('member', { query: { id } }))`. Its key is `[name, query]`. */
export function callQuery<K extends CallName>(name: K, input?: CallInput<K>) {
  return queryOptions({
    queryKey: [name, input?.query ?? {}] as const,
    queryFn: ({ client, signal, queryKey }): Promise<CallReply<K>> =>
      current(client, queryKey, () => (apiOf(client).call as (...args: unknown[]) => Promise<CallReply<K>>)(name, input, { signal })),
  });
}

type Paged = { [K in CallName]: CallReply<K> extends { next: string | null } ? K : never }[CallName];

/** Keyset pages of a call that answers `next`: `useInfiniteQuery(callPages('members', filters))`. Its key is `[name, 'pages', query]`. */
export function callPages<K extends Paged>(name: K, query: Omit<NonNullable<CallQuery<K>>, 'cursor'>) {
  return infiniteQueryOptions({
    queryKey: [name, 'pages', query] as const,
    queryFn: ({ client, signal, pageParam }): Promise<CallReply<K>> =>
      (apiOf(client).call as (...args: unknown[]) => Promise<CallReply<K>>)(name, { query: { ...query, cursor: pageParam ?? undefined } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: CallReply<K>) => (last as { next: string | null }).next,
  });
}
