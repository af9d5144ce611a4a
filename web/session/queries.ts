import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { User } from '#contract/profiles.ts';
import { isRefusal } from '#web/api.ts';
import { apiOf, callQuery, current } from './query-client.ts';

/** The logged-in member, null for a visitor. */
export const userQuery = queryOptions({
  queryKey: ['user', {}] as const,
  queryFn: async ({ client, signal, queryKey }): Promise<User | null> => {
    try {
      return await current(client, queryKey, () => apiOf(client).call('user', undefined, { signal }));
    } catch (error) {
      if (!isRefusal(error, 'authentication_required')) throw error;
      return leaveEndedSession(client) ?? null;
    }
  },
  staleTime: 55_000,
});

/** Changes fields of the member in the cache. */
export function changeUser(queries: QueryClient, change: Partial<User>) {
  queries.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, ...change } : user));
}

let endExpected = false;

/** The page itself is about to end the session and goes on by itself: nothing is loaded again when calls are refused meanwhile. */
export const expectSessionEnd = (expected: boolean) => void (endExpected = expected);

/**
 * The session ended elsewhere (expired, another device, a new password): a logged-in page is loaded again, quietly, and the
 * server decides what a visitor sees of it (docs/product.md 8). Answers the member whom the page goes on showing until then.
 */
export function leaveEndedSession(queries: QueryClient): User | null | undefined {
  const member = queries.getQueryData(userQuery.queryKey);
  if (member && !endExpected && typeof document !== 'undefined') window.location.reload();
  return member;
}

/**
 * Site-wide settings for the host that the page was asked from, with the page's own query: a traffic source may open
 * signup or search (docs/product.md 6). Asked once per page; they change by deploys and operators only.
 */
export const settingsQuery = (host: string, page?: URLSearchParams) =>
  queryOptions({
    queryKey: ['settings'] as const,
    queryFn: ({ client, signal }) => apiOf(client).call('settings', { query: { ...Object.fromEntries(page ?? []), host } }, { signal }),
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

/** Orders that the member may still withdraw from. */
export const withdrawalsQuery = callQuery('withdrawals');
