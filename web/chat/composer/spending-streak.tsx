import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { HABIT_DAYS, type Spend, unusualStreak } from '#contract/rules/spending-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { persistentStorage } from '#web/session/browser-storage.ts';
import { userQuery } from '#web/session/queries.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import styles from './composer-notice.module.css';

// The data behind the spending reminder never leaves this browser, because spending habits are private.

const DAY_MS = 86_400_000;
const MOST_KEPT = 1000;
const listeners = new Set<() => void>();
const key = (member: number) => `spends:${member}`;
const dismissalKey = (member: number) => `streak_dismissed:${member}`;

export function recordSpend(member: number, credits: number) {
  const now = Date.now();
  const recent = spendsOf(member).filter(([at]) => at > now - HABIT_DAYS * DAY_MS);
  persistentStorage.set(key(member), JSON.stringify([...recent, [now, credits]].slice(-MOST_KEPT)));
  for (const listener of listeners) listener();
}

function spendsOf(member: number): Spend[] {
  try {
    return JSON.parse(persistentStorage.get(key(member)) ?? '[]') as Spend[];
  } catch {
    return [];
  }
}

/**
 * Credits spent in an unusual hour, or else null. After a member dismissed the card, it stays away for a day.
 */
function useStreak(member: number): number | null {
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

/**
 * Spending reminder (docs/product.md 10.6): a card that suggests a break or a limit when spending is unusual.
 * It blocks nothing.
 */
export function StreakCard() {
  const { t } = useTranslation('chat');
  const { id, spending_pause, spending_cap } = useMember();
  const streak = useStreak(id);
  const api = useApi();
  const queries = useQueryClient();
  const pause = useMutation({
    mutationFn: () => api.call('pauseSpending', { body: { days: 1 } }),
    onSuccess: (user) => queries.setQueryData(userQuery.queryKey, user),
  });
  const carryOn = () => {
    persistentStorage.set(dismissalKey(id), String(Date.now()));
    for (const listener of listeners) listener();
  };
  if (streak === null || spending_pause) return null;
  return (
    <section className={styles['streak']} aria-labelledby="streak-title">
      <h2 id="streak-title">{t('streak.title')}</h2>
      <p>{t('streak.text', { count: streak })}</p>
      <span className={styles['ways']}>
        <Button size="s" look="secondary" busy={pause.isPending} onClick={() => pause.mutate()}>
          {t('streak.pause')}
        </Button>
        {spending_cap == null && (
          <ButtonLink size="s" look="secondary" to="/notifications#spending">
            {t('streak.cap')}
          </ButtonLink>
        )}
        <Button size="s" look="quiet" onClick={carryOn}>
          {t('streak.go_on')}
        </Button>
      </span>
    </section>
  );
}
