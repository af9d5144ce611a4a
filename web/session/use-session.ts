import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/profiles.ts';
import type { Settings } from '#contract/site-settings.ts';
import { apiOf } from './query-client.ts';
import { userQuery } from './queries.ts';
import { usePage } from '#web/page/page.tsx';
import { settingsQuery } from './queries.ts';

/** The logged-in member, null for a visitor. Follows every change in the query cache. */
export const useUser: () => User | null = import.meta.env.SSR ? useUserOnce : useUserNow;

function useUserNow(): User | null {
  return useQuery({ ...userQuery, refetchOnMount: false }).data ?? null;
}

// The server renders once and follows nothing: an observer for each card of a page would cost a twentieth of the page.
const userHash = hashKey(userQuery.queryKey);
const settingsHash = hashKey(settingsQuery('').queryKey);

function useUserOnce(): User | null {
  return useQueryClient().getQueryCache().get<User | null>(userHash)?.state.data ?? null;
}

/** The member on screens that only members see (their `load` calls `requireUser`). */
export function useMember(): User {
  const user = useUser();
  if (!user) throw new Error('This screen needs requireUser() in its load');
  return user;
}

/** Site-wide settings. */
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

/** The typed API, for mutations. */
export const useApi = () => apiOf(useQueryClient());

/** When the session of this page began, in ms of `performance.now()`. */
let beganAt = 0;

/**
 * Whether a call sent at `sentAt` went out under the session of this page. Logging in ends the session before it, so calls
 * that were on their way then come back refused, and say nothing about the new session.
 */
export const isOfThisSession = (sentAt: number) => sentAt >= beganAt;

/** Begins a session in the browser after login, signup, activation or reactivation: forgets what a visitor saw. */
export function beginSession(queries: QueryClient, user: User) {
  beganAt = performance.now();
  void queries.cancelQueries({ queryKey: userQuery.queryKey });
  forgetMember(queries);
  queries.setQueryData(userQuery.queryKey, user);
}

/** Ends the session in the browser. The server side is `api.call('logout')`. */
export function endSession(queries: QueryClient) {
  queries.setQueryData(userQuery.queryKey, null);
  forgetMember(queries);
}

function forgetMember(queries: QueryClient) {
  const kept = ['user', 'settings', 'interests', 'regions', 'companyInfo'];
  queries.removeQueries({ predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])) });
}
