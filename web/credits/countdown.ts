import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The seconds that are left of an offer, counted down every second from what the server said at `since` (docs/product.md 4).
 * The server's own count until the browser goes on with it; null for an offer without an end. `onEnd` runs once at zero.
 */
export function useCountdown(secondsLeft: number | null | undefined, since: number, onEnd?: () => void): number | null {
  const [left, setLeft] = useState<number | null>(null);
  // A countdown that runs is not restarted by a new function.
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

/** Hours, minutes and seconds, two digits each (docs/product.md 4). */
export const clock = (seconds: number): [hours: string, minutes: string, seconds: string] => [
  two(Math.floor(seconds / 3600)),
  two(Math.floor(seconds / 60) % 60),
  two(seconds % 60),
];
