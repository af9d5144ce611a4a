import type { QueryClient } from '@tanstack/react-query';

/** Marks everything stale that shows people, because any of them may have vanished or come back. */
export const refreshPeople = (queries: QueryClient): void => {
  void queries.invalidateQueries();
};
