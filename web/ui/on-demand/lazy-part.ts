import { type ComponentType, lazy } from 'react';
import { isMissingChunk, loadChunk, untilServerAnswers } from '#web/session/missing-chunk.ts';

/**
 * React's `lazy` for a part of a page that appears without an action of the user. A missing chunk does not replace the page
 * with an error: the part waits until the server answers, and stays empty if even then its code cannot be loaded and the
 * page may not reload again.
 */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy<ComponentType<P>>(async () => {
    try {
      return await loadChunk(load);
    } catch (error) {
      if (!isMissingChunk(error)) throw error;
      await untilServerAnswers();
      return loadChunk(load).catch(() => ({ default: () => null }));
    }
  });
