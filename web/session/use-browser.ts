import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** What only the browser knows: read once it has taken over the page, and at each render from then on; `before` on the server. */
export const useBrowser = <T>(read: () => T, before: T): T => useSyncExternalStore(never, read, () => before);
