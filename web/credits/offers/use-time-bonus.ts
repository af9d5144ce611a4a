import { useQueryClient } from '@tanstack/react-query';
import { clock, useCountdown } from '#web/credits/countdown.ts';
import { forgetOffers, useWelcome } from '#web/credits/queries.ts';

/** What is left of the time bonus, as shown: null when there is none (logged out, paid, over). */
export interface TimeBonus {
  percentage: number;
  /** Seconds. */
  left: number;
  /** `03:59:12` */
  time: string;
}

/** The time bonus, counting down; cleared at zero, at logout and by the first purchase. */
export function useTimeBonus(): TimeBonus | null {
  const queries = useQueryClient();
  const welcome = useWelcome();
  const left = useCountdown(welcome?.discount.seconds_left, welcome?.since ?? 0, () => forgetOffers(queries));
  if (!welcome || left === null || left === 0) return null;
  return { percentage: welcome.discount.value_percentage, left, time: clock(left).join(':') };
}
