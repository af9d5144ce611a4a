import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  InfiniteData,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query';
import type { Params } from 'react-router';
import type { Locale } from '#contract/lists/locales.ts';
import type { User } from '#contract/membership/user.ts';
import type { Settings } from '#contract/site-settings/settings.ts';
import { type Api, ApiError } from '#web/api.ts';
import { type Redirect, redirect } from '#web/router/redirect.ts';
import { userQuery } from './queries.ts';
import { worthRetrying } from './query-client.ts';

export interface RequestScope {
  api: Api;
  queries: QueryClient;
  locale: Locale;
  /** The request carries the cookie of a session that has ended. */
  sessionEnded: boolean;
}

export interface Screen extends RequestScope {
  params: Params;
  url: URL;
  user: User | null;
  settings: Settings;
  /** Waits for the query unless it is cached. An API error becomes the error page with that status. */
  ensure<T, K extends QueryKey>(options: FetchQueryOptions<T, Error, T, K>): Promise<T>;
  ensurePages<T, K extends QueryKey, P>(
    options: FetchInfiniteQueryOptions<T, Error, T, K, P>,
  ): Promise<InfiniteData<T, P>>;
  /** Starts the query. The server waits for it; the browser shows the screen's skeletons in the meantime. */
  prefetch<T, K extends QueryKey>(options: FetchQueryOptions<T, Error, T, K>): Promise<void>;
  prefetchPages<T, K extends QueryKey, P>(
    options: FetchInfiniteQueryOptions<T, Error, T, K, P>,
  ): Promise<void>;
  /** Returns the member. Visitors are redirected to the login page and come back afterwards. */
  requireUser(): User;
}

/**
 * Retries of data without which a screen cannot be shown. During these retries the old screen stays without
 * any notice, so an error must appear after 3 seconds instead of the 31 of other calls (docs/product.md 7.2).
 */
const NAVIGATION_RETRIES = 2;
export const retryNavigation = (failures: number, error: unknown) =>
  failures < NAVIGATION_RETRIES && worthRetrying(failures, error);

export type ScreenLoad = (screen: Screen) => Promise<unknown> | unknown;

interface Address {
  params: Params;
  /** The whole address, with the locale's prefix. */
  url: URL;
}

/**
 * Loads the data of a screen into the query cache: on the server that of the request, which the page hands over to the
 * browser. Returns or throws a `Redirect` if another screen is to be shown.
 */
export async function runLoad(
  load: (screen: never) => unknown,
  scope: RequestScope,
  { params, url }: Address,
) {
  const { queries } = scope;
  const user = queries.getQueryData(userQuery.queryKey) ?? null;
  const settings = settingsIn(queries);
  const server = typeof document === 'undefined';
  const refuse = (error: unknown): never => {
    throw error instanceof ApiError ? refusal(error, url, scope.sessionEnded || user !== null) : error;
  };
  // Whoever needs an age check for the members' area is led to it, instead of to an empty screen.
  const isGated = user?.age_check === 'at_signup';
  const refuseBeforeCheck = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'age_check_required') refuse(error);
  };
  return (load as ScreenLoad)({
    ...scope,
    params,
    url,
    user,
    settings,
    ensure: (options) =>
      queries.ensureQueryData(server ? options : { ...options, retry: retryNavigation }).catch(refuse),
    ensurePages: (options) =>
      queries
        .ensureInfiniteQueryData(server ? options : { ...options, retry: retryNavigation })
        .catch(refuse),
    async prefetch(options) {
      const started = isGated
        ? queries.ensureQueryData(options).catch(refuseBeforeCheck)
        : queries.prefetchQuery(options);
      if (server || isGated) await started;
    },
    async prefetchPages(options) {
      const started = isGated
        ? queries.ensureInfiniteQueryData(options).catch(refuseBeforeCheck)
        : queries.prefetchInfiniteQuery(options);
      if (server || isGated) await started;
    },
    requireUser() {
      if (!user) throw toLogin(url, scope.sessionEnded);
      return user;
    },
  });
}

export const notFound = () => new ApiError(404, { error: 'not_found' });

export function settingsIn(queries: QueryClient): Settings {
  const settings = queries.getQueryData<Settings>(['settings']);
  if (!settings) throw new Error('The settings are loaded before every page');
  return settings;
}

/** Operators may have a login page of their own, which leads to this one if they have not. */
function toLogin(url: URL, ended: boolean) {
  return redirect(
    `${url.pathname.includes('/admin') ? '/admin' : ''}/login?next=${encodeURIComponent(url.pathname + url.search)}${ended ? '&session=ended' : ''}`,
  );
}

function refusal(error: ApiError, url: URL, ended: boolean): ApiError | Redirect {
  if (error.code === 'authentication_required') return toLogin(url, ended);
  if (error.code === 'age_check_required') return redirect('/age-check');
  if (error.code === 'second_factor_required') return redirect('/admin/second-step');
  return error;
}
