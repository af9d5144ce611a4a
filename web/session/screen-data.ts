import type { FetchInfiniteQueryOptions, FetchQueryOptions, InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, data, type Params, redirect, type RouterContextProvider } from 'react-router';
import type { Locale } from '#contract/lists/locales.ts';
import type { User } from '#contract/profiles.ts';
import type { Settings } from '#contract/site-settings.ts';
import { type Api, ApiError } from '#web/api.ts';
import { userQuery } from './queries.ts';

/** What a route's loaders share with the request (server) or the page (browser). */
export interface RequestScope {
  api: Api;
  queries: QueryClient;
  locale: Locale;
}

export const scopeContext = createContext<RequestScope>();

/** What a screen's `load` gets. */
export interface Screen extends RequestScope {
  params: Params;
  url: URL;
  user: User | null;
  settings: Settings;
  /** Waits for the query, unless it is in the cache already. An API refusal becomes the error page with its status. */
  ensure<T, K extends QueryKey>(options: FetchQueryOptions<T, Error, T, K>): Promise<T>;
  ensurePages<T, K extends QueryKey, P>(options: FetchInfiniteQueryOptions<T, Error, T, K, P>): Promise<InfiniteData<T, P>>;
  /** Starts the query; the server waits for it, the browser shows the screen's skeletons meanwhile. */
  prefetch<T, K extends QueryKey>(options: FetchQueryOptions<T, Error, T, K>): Promise<void>;
  prefetchPages<T, K extends QueryKey, P>(options: FetchInfiniteQueryOptions<T, Error, T, K, P>): Promise<void>;
  /** The member; a visitor is sent to the login page and comes back afterwards. */
  requireUser(): User;
}

export type ScreenLoad = (screen: Screen) => Promise<unknown> | unknown;

interface LoaderArgs {
  context: Readonly<RouterContextProvider>;
  params: Params;
  request: Request;
}

/** The `loader` of a route: fills the request's query cache, which travels to the browser in the page. */
export const serverLoad = (load: ScreenLoad) => async (args: LoaderArgs) => run(load, args);

/** The `clientLoader` of a route: fills the browser's query cache straight from the API. */
export const clientLoad = (load: ScreenLoad) => async (args: LoaderArgs) => run(load, args);

async function run(load: ScreenLoad, { context, params, request }: LoaderArgs) {
  const scope = context.get(scopeContext);
  const { queries } = scope;
  const url = new URL(request.url);
  const user = queries.getQueryData(userQuery.queryKey) ?? null;
  const settings = queries.getQueryData(['settings']) as Settings;
  const server = typeof document === 'undefined';
  const refuse = (error: unknown): never => {
    throw error instanceof ApiError ? refusal(error, url) : error;
  };
  const answer = await load({
    ...scope,
    params,
    url,
    user,
    settings,
    ensure: (options) => queries.ensureQueryData(options as never).catch(refuse) as never,
    ensurePages: (options) => queries.ensureInfiniteQueryData(options as never).catch(refuse) as never,
    async prefetch(options) {
      const started = queries.prefetchQuery(options as never);
      if (server) await started;
    },
    async prefetchPages(options) {
      const started = queries.prefetchInfiniteQuery(options as never);
      if (server) await started;
    },
    requireUser() {
      if (!user) throw toLogin(url);
      return user;
    },
  });
  return answer instanceof Response ? answer : null;
}

function toLogin(url: URL) {
  return redirect(`/login?next=${encodeURIComponent(url.pathname + url.search)}`);
}

/** An API refusal as the router's error, which the error page words by its code. */
function refusal(error: ApiError, url: URL) {
  if (error.code === 'authentication_required') return toLogin(url);
  if (error.code === 'second_factor_required') return redirect('/admin/second-step');
  return data({ code: error.code, params: error.params }, { status: error.status || 503 });
}
