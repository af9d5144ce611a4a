import { useSyncExternalStore } from 'react';

/** The browser's clock in whole steps of so many milliseconds, and a new value at each. Null on the server and while a page hydrates. */
export const useClock = (step: number): number | null =>
  useSyncExternalStore(
    (tell) => {
      const timer = setInterval(tell, step);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / step) * step,
    () => null,
  );
