import { queryOptions } from '@tanstack/react-query';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { isRefusal } from '#web/api.ts';
import { apiOf } from '#web/session/query-client.ts';

const MOST = 4;

export const someoneQuery = (id: number) =>
  queryOptions({
    queryKey: ['signup-someone', id] as const,
    queryFn: ({ client, signal }): Promise<ProfileCard | null> =>
      apiOf(client)
        .call('member', { query: { id } }, { signal })
        .catch((error: unknown) => (isRefusal(error) ? null : Promise.reject(error))),
    staleTime: 300_000,
  });

/** A few members of the visitor's country with a photo, real ones first. Empty if visitors may not search. */
export const suggestedQuery = (gender: Gender | undefined, country: CountryCode | undefined) =>
  queryOptions({
    queryKey: ['signup-suggested', gender ?? '', country ?? ''] as const,
    queryFn: async ({ client, signal }): Promise<ProfileCard[]> => {
      try {
        const { results } = await apiOf(client).call('members', { query: { gender, country } }, { signal });
        const shown = results.filter(({ main_image, kind }) => main_image && kind !== 'cam');
        return [
          ...shown.filter(({ kind }) => kind === 'member'),
          ...shown.filter(({ kind }) => kind !== 'member'),
        ].slice(0, MOST);
      } catch (error) {
        if (isRefusal(error)) return [];
        throw error;
      }
    },
    staleTime: 300_000,
  });
