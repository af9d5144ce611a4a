import { queryOptions } from '@tanstack/react-query';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { isRefusal } from '#web/api.ts';
import { apiOf } from '#web/session/query-client.ts';

const fan = 5;

/**
 * Members with a photo for the fan of portraits, real ones first, from the visitor's country and of the
 * sought gender. Empty if visitors may not search.
 */
export const facesQuery = (country: CountryCode, gender: Gender) =>
  queryOptions({
    queryKey: ['faces', country, gender] as const,
    queryFn: async ({ client, signal }): Promise<ProfileCard[]> => {
      try {
        const { results } = await apiOf(client).call('members', { query: { country, gender } }, { signal });
        const faces = results.filter(({ main_image, kind }) => main_image && kind !== 'cam');
        return [
          ...faces.filter(({ kind }) => kind === 'member'),
          ...faces.filter(({ kind }) => kind !== 'member'),
        ].slice(0, fan);
      } catch (error) {
        if (isRefusal(error)) return [];
        throw error;
      }
    },
  });
