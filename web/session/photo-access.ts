import type { QueryClient } from '@tanstack/react-query';

/** Refetches what shows whether the member and `profile` see each other's photos on request. */
export const refreshPhotoAccess = (queries: QueryClient, profile: number): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['photoAccess'] }),
    queries.invalidateQueries({ queryKey: ['chat'] }),
    queries.invalidateQueries({ queryKey: ['member', { id: profile }] }),
  ]);
