import { useQuery } from '@tanstack/react-query';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { readOrderQuery, useOrderQuery } from './order-query.ts';
import { codeQuery, packagesFrom } from './queries.ts';

export function loadShop({
  prefetch,
  url,
}: Pick<Parameters<ScreenLoad>[0], 'prefetch' | 'url'>): Promise<unknown> {
  const { code, country } = readOrderQuery(url.searchParams);
  return Promise.all([prefetch(packagesFrom(country)), code ? prefetch(codeQuery(code)) : null]);
}

export function useShop() {
  const { code: typed, country } = useOrderQuery();
  const loaded = useQuery(packagesFrom(country));
  const { data: code = null } = useQuery({ ...codeQuery(typed ?? ''), enabled: typed !== null });
  return { loaded, packages: loaded.data, code };
}
