import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useRouteName } from '#web/layout/route-name.ts';
import { useDismissal } from '#web/session/dismissals.ts';
import { useUser } from '#web/session/use-session.ts';
import { clock, useCountdown } from './countdown.ts';
import { forgetOffers, useWelcome } from '#web/credits/queries.ts';

const TimeBonusModal = lazy(() => import('./time-bonus-modal.tsx'));

/** Milliseconds in the members' area before the modal appears (section 9). */
const modalAfter = 40_000;
const membersArea = ['members', 'members-id', 'chats', 'likes', 'likes-m-id', 'premium'];

/** What is left of the time bonus, as shown: null when there is none (logged out, paid, over). */
export interface TimeBonus {
  percentage: number;
  /** Seconds. */
  left: number;
  /** `03:59:12` */
  time: string;
}

/** The time bonus of sections 4 and 9, counting down; cleared at zero, at logout and by the first purchase. */
export function useTimeBonus(): TimeBonus | null {
  const queries = useQueryClient();
  const welcome = useWelcome();
  const left = useCountdown(welcome?.discount.seconds_left, welcome?.since ?? 0, () => forgetOffers(queries));
  if (!welcome || left === null || left === 0) return null;
  return { percentage: welcome.discount.value_percentage, left, time: clock(left).join(':') };
}

/** Opens the modal after 40 seconds in the members' area, with no credits, once, unless it was dismissed (section 9). */
export function TimeBonusReminder() {
  const { i18n } = useTranslation();
  const user = useUser();
  const name = useRouteName();
  const bonus = useTimeBonus();
  const [dismissed, dismiss] = useDismissal('time_bonus_modal');
  const [due, setDue] = useState(false);
  const inside = membersArea.includes(name) && user !== null && user.credits === 0 && !dismissed;
  useEffect(() => {
    if (!inside) return setDue(false);
    const timer = setTimeout(() => setDue(true), modalAfter);
    return () => clearTimeout(timer);
  }, [inside]);
  if (!inside || !due || !bonus) return null;
  return (
    <Suspense fallback={null}>
      <TimeBonusModal key={i18n.language} bonus={bonus} onClose={dismiss} />
    </Suspense>
  );
}
