import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * A value that only the browser has: `before` on the server and during hydration, then `read()` at each
 * render.
 */
export const useBrowser = <T>(read: () => T, before: T): T => useSyncExternalStore(never, read, () => before);
