import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Remaining seconds of an offer, counted down from the server's value at `since` (docs/product.md 4.5).
 * Before hydration it is the server's own value; null for an offer without an end. `onEnd` runs once, at
 * zero.
 */
export function useCountdown(
  secondsLeft: number | null | undefined,
  since: number,
  onEnd?: () => void,
): number | null {
  const [left, setLeft] = useState<number | null>(null);
  // A new callback must not restart the countdown.
  const ended = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (secondsLeft === null || secondsLeft === undefined) return;
    const count = () => {
      const now = Math.max(0, Math.ceil(secondsLeft - (Date.now() - since) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      ended();
    };
    const timer = setInterval(count, 1000);
    count();
    return () => clearInterval(timer);
  }, [secondsLeft, since]);
  return secondsLeft === null || secondsLeft === undefined ? null : (left ?? secondsLeft);
}

const two = (value: number) => String(value).padStart(2, '0');

export const clockDigits = (seconds: number): [hours: string, minutes: string, seconds: string] => [
  two(Math.floor(seconds / 3600)),
  two(Math.floor(seconds / 60) % 60),
  two(seconds % 60),
];
