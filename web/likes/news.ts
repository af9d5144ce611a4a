import { useSyncExternalStore } from 'react';
import type { ProfileCard } from '#contract/profiles.ts';

export interface News {
  kind: 'match' | 'like';
  profile: ProfileCard;
}

export const LIKE_TOAST = 'like';

export const matchToast = (profile: number) => `match with ${profile}`;

let shown: News | null = null;
/**
 * Time of each recent announcement, because the response to a like and the live event both report the same
 * match.
 */
const recent = new Map<number, number>();
const SAME_MS = 10_000;
const listeners = new Set<() => void>();

const publish = (news: News | null) => {
  shown = news;
  for (const listener of listeners) listener();
};

/** Announces a match or a new like. A match that was just announced is skipped. */
export function showNews(news: News): void {
  if (news.kind === 'match') {
    if (Date.now() - (recent.get(news.profile.id) ?? 0) < SAME_MS) return;
    recent.set(news.profile.id, Date.now());
  } else if (shown) return;
  publish(news);
}

export const closeNews = () => publish(null);

export function withdrawNews(profile: number): void {
  if (shown?.kind === 'like' && shown.profile.id === profile) publish(null);
}

export const useNews = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
