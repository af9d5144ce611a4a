import { queryOptions } from '@tanstack/react-query';
import type { ProfileCard } from '#contract/profiles.ts';
import { isRefusal } from '#web/api.ts';
import { apiOf } from '#web/session/query-client.ts';

/** How many portraits the fan has. */
const fan = 5;

/** Members with a photo, real ones first, for the fan of portraits; none where visitors may not search. */
export const facesQuery = queryOptions({
  queryKey: ['faces'] as const,
  queryFn: async ({ client, signal }): Promise<ProfileCard[]> => {
    try {
      const { results } = await apiOf(client).call('members', { query: {} }, { signal });
      const faces = results.filter(({ main_image, kind }) => main_image && kind !== 'cam');
      return [...faces.filter(({ kind }) => kind === 'member'), ...faces.filter(({ kind }) => kind !== 'member')].slice(0, fan);
    } catch (error) {
      if (isRefusal(error)) return [];
      throw error;
    }
  },
});
