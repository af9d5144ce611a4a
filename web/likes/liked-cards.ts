import type { QueryClient } from '@tanstack/react-query';

/** Calls whose responses contain cards with a like button. */
const WITH_CARDS = new Set(['members', 'member', 'likes', 'recentlyViewed', 'swipe', 'dailyPeople']);

export function showLiked(queries: QueryClient, id: number, liked: boolean): void {
  queries.setQueriesData<unknown>(
    { predicate: ({ queryKey }) => WITH_CARDS.has(String(queryKey[0])) },
    (data: unknown) => withLiked(data, id, liked),
  );
}

export function withLiked<T>(data: T, id: number, liked: boolean): T {
  if (typeof data !== 'object' || data === null) return data;
  const parts = Object.entries(data).map(
    ([key, part]) => [key, part, withLiked(part as unknown, id, liked)] as const,
  );
  const isCard =
    'num_photos' in data && 'id' in data && data.id === id && (data as { liked?: boolean }).liked !== liked;
  if (!isCard && parts.every(([, before, after]) => before === after)) return data;
  if (Array.isArray(data)) return parts.map(([, , after]) => after) as T;
  return {
    ...data,
    ...Object.fromEntries(parts.map(([key, , after]) => [key, after])),
    ...(isCard ? { liked } : {}),
  };
}
