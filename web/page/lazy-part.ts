import { type ComponentType, lazy } from 'react';

/**
 * React's `lazy` for a part that the page works without. Offline it waits for the network, since a part that
 * fails to load would replace the whole page with an error. If the file fails to load afterwards too, the part
 * stays empty until the next page.
 */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy<ComponentType<P>>(async () => {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      return load().catch(() => ({ default: () => null }));
    }
  });
