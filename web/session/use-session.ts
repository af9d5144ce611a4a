import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import type { Settings } from '#contract/site-settings/settings.ts';
import { usePage } from '#web/page/page.tsx';
import { userQuery } from './queries.ts';
import { settingsQuery } from './queries.ts';
import { apiOf } from './query-client.ts';

/** The logged-in member; null for a visitor. Components re-render when it changes. */
export const useUser: () => User | null = import.meta.env.SSR ? useUserOnce : useUserNow;

function useUserNow(): User | null {
  return useQuery({ ...userQuery, refetchOnMount: false }).data ?? null;
}

// The server renders once, so it reads the cache directly: an observer per card would cost 5% of rendering a
// page.
const userHash = hashKey(userQuery.queryKey);
const settingsHash = hashKey(settingsQuery('').queryKey);

function useUserOnce(): User | null {
  return useQueryClient().getQueryCache().get<User | null>(userHash)?.state.data ?? null;
}

export function useMember(): User {
  const user = useUser();
  if (!user) throw new Error('This screen needs requireUser() in its load');
  return user;
}

export const useSettings: () => Settings = import.meta.env.SSR ? useSettingsOnce : useSettingsNow;

function useSettingsNow(): Settings {
  const { host } = usePage();
  return known(useQuery(settingsQuery(host)).data);
}

function useSettingsOnce(): Settings {
  return known(useQueryClient().getQueryCache().get<Settings>(settingsHash)?.state.data);
}

function known(settings: Settings | undefined): Settings {
  if (!settings) throw new Error('The settings are loaded before every page');
  return settings;
}

export const useApi = () => apiOf(useQueryClient());

/** Time at which the page's session began, on the clock of `performance.now()`. */
let beganAt = 0;

/**
 * Returns whether a call sent at `sentAt` belongs to the page's current session. Logging in ends the previous
 * session, so calls still in flight fail, which says nothing about the new session.
 */
export const isOfThisSession = (sentAt: number) => sentAt >= beganAt;

export function beginSession(queries: QueryClient, user: User) {
  beganAt = performance.now();
  void queries.cancelQueries({ queryKey: userQuery.queryKey });
  forgetMember(queries);
  queries.setQueryData(userQuery.queryKey, user);
}

/** Ends the session in the browser. The call `logout` ends it on the server. */
export function endSession(queries: QueryClient) {
  queries.setQueryData(userQuery.queryKey, null);
  forgetMember(queries);
}

function forgetMember(queries: QueryClient) {
  const visitorQueries = ['user', 'settings', 'interests', 'regions', 'companyInfo'];
  queries.removeQueries({ predicate: ({ queryKey }) => !visitorQueries.includes(String(queryKey[0])) });
}
