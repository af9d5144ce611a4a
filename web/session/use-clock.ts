import { useSyncExternalStore } from 'react';

/**
 * Current time in steps of `step` milliseconds; re-renders at each step. Null on the server and during
 * hydration.
 */
export const useClock = (step: number): number | null =>
  useSyncExternalStore(
    (tell) => {
      const timer = setInterval(tell, step);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / step) * step,
    () => null,
  );
