import { useSyncExternalStore } from 'react';
import type { ProfileCard } from '#contract/profiles.ts';

/** A match or a new like that is to be shown. */
export interface News {
  kind: 'match' | 'like';
  profile: ProfileCard;
}

/** Key of the toast that offers to take a like back. */
export const LIKE_TOAST = 'like';

let shown: News | null = null;
/** Matches shown a moment ago: the answer to a like and the live event tell the same. */
const recent = new Map<number, number>();
const SAME_MS = 10_000;
const listeners = new Set<() => void>();

const publish = (news: News | null) => {
  shown = news;
  for (const listener of listeners) listener();
};

/** Shows a match or a new like over the screen; the same match is shown once. */
export function showNews(news: News): void {
  if (news.kind === 'match') {
    if (Date.now() - (recent.get(news.profile.id) ?? 0) < SAME_MS) return;
    recent.set(news.profile.id, Date.now());
  } else if (shown) return;
  publish(news);
}

export const closeNews = () => publish(null);

/** Takes away the new like of a profile, when that is what is shown. */
export function withdrawNews(profile: number): void {
  if (shown?.kind === 'like' && shown.profile.id === profile) publish(null);
}

/** What is shown now. */
export const useNews = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
