import { useSyncExternalStore } from 'react';
import { HABIT_DAYS, type Spend, unusualStreak } from '#contract/rules/spending-rules.ts';
import { persistentStorage } from '#web/page/browser-storage.ts';
import { spendsKey } from '#web/session/spends-key.ts';

// The data behind the spending reminder never leaves this browser, because spending habits are private.

const DAY_MS = 86_400_000;
const MOST_KEPT = 1000;
const listeners = new Set<() => void>();
const dismissalKey = (member: number) => `streak_dismissed:${member}`;

export function recordSpend(member: number, credits: number) {
  const now = Date.now();
  const recent = spendsOf(member).filter(([at]) => at > now - HABIT_DAYS * DAY_MS);
  persistentStorage.set(spendsKey(member), JSON.stringify([...recent, [now, credits]].slice(-MOST_KEPT)));
  for (const listener of listeners) listener();
}

function spendsOf(member: number): Spend[] {
  try {
    return JSON.parse(persistentStorage.get(spendsKey(member)) ?? '[]') as Spend[];
  } catch {
    return [];
  }
}

/**
 * Credits spent in an unusual hour, or else null. After a member dismissed the card, it stays away for a day.
 */
export function useStreak(member: number): number | null {
  return useSyncExternalStore(
    subscribe,
    () => {
      const now = Date.now();
      return now - Number(persistentStorage.get(dismissalKey(member)) ?? 0) < DAY_MS
        ? null
        : unusualStreak(spendsOf(member), now);
    },
    () => null,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismissStreak(member: number) {
  persistentStorage.set(dismissalKey(member), String(Date.now()));
  for (const listener of listeners) listener();
}
