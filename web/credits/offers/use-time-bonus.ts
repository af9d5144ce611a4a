import { useQueryClient } from '@tanstack/react-query';
import { clockDigits, useCountdown } from '#web/credits/countdown.ts';
import { forgetOffers, useWelcome } from '#web/credits/queries.ts';

export interface TimeBonus {
  percentage: number;
  left: number;
  time: string;
}

/** The running time bonus; null if there is none. It ends at zero, at logout and with the first purchase. */
export function useTimeBonus(): TimeBonus | null {
  const queries = useQueryClient();
  const welcome = useWelcome();
  const left = useCountdown(welcome?.discount.seconds_left, welcome?.since ?? 0, () => forgetOffers(queries));
  if (!welcome || left === null || left === 0) return null;
  return { percentage: welcome.discount.value_percentage, left, time: clockDigits(left).join(':') };
}
