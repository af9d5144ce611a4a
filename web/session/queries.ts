import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { User } from '#contract/membership/user.ts';
import { isRefusal } from '#web/api.ts';
import { apiOf, callQuery, fetchCurrent } from './query-client.ts';

export const userQuery = queryOptions({
  queryKey: ['user', {}] as const,
  queryFn: async ({ client, signal, queryKey }): Promise<User | null> => {
    try {
      return await fetchCurrent(client, queryKey, () => apiOf(client).call('user', undefined, { signal }));
    } catch (error) {
      if (!isRefusal(error, 'authentication_required')) throw error;
      return leaveEndedSession(client) ?? null;
    }
  },
  staleTime: 55_000,
});

export function changeUser(queries: QueryClient, change: Partial<User>) {
  queries.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, ...change } : user));
}

let endExpected = false;

/** Suppresses the reload on refused calls while the page itself ends the session and navigates away. */
export const expectSessionEnd = (expected: boolean) => void (endExpected = expected);

/**
 * Reloads a logged-in page after its session ended elsewhere (expired, another device, new password). The
 * server decides what a visitor sees there (docs/product.md 8.2). Returns the member to keep
 * showing until then.
 */
export function leaveEndedSession(queries: QueryClient): User | null | undefined {
  const member = queries.getQueryData(userQuery.queryKey);
  if (member && !endExpected && typeof document !== 'undefined') window.location.reload();
  return member;
}

/**
 * Site-wide settings for the host of the page. The page's own query string is included because a traffic
 * source may open signup or search (docs/product.md 6.2). Fetched once per page: settings change only through
 * deploys and the office.
 */
export const settingsQuery = (host: string, page?: URLSearchParams) =>
  queryOptions({
    queryKey: ['settings'] as const,
    queryFn: ({ client, signal }) =>
      apiOf(client).call('settings', { query: { ...Object.fromEntries(page ?? []), host } }, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
  });

export const chatsQuery = callQuery('chats');
export const likesQuery = callQuery('likes');
export const companyQuery = { ...callQuery('companyInfo'), staleTime: Infinity };
export const regionsQuery = (country: CountryCode) => ({
  ...callQuery('regions', { query: { country } }),
  staleTime: Infinity,
});

export const withdrawalsQuery = callQuery('withdrawals');
