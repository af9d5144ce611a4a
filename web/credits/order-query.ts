import { isCountry, type CountryCode } from '#contract/lists/countries.ts';
import { safePath } from '#web/i18n/locale-path.ts';
import { useSearchParams } from '#web/router/hooks.ts';

export interface OrderQuery {
  /** The country that the member pays from, if it is not the home country. */
  country: CountryCode | null;
  code: string | null;
  returnTo: string | null;
  /** The path with this query. `changes` replace parts of it. */
  carry(path: string, changes?: { country: CountryCode | null }): string;
}

export function readOrderQuery(search: URLSearchParams): OrderQuery {
  const code = search.get('code')?.trim().toUpperCase() || null;
  const returnTo = safePath(search.get('return_to'));
  const wanted = search.get('country') ?? '';
  const here = isCountry(wanted) ? wanted : null;
  return {
    code,
    country: here,
    returnTo,
    carry(path, { country } = { country: here }) {
      const carried = new URLSearchParams({
        ...(code ? { code } : {}),
        ...(country ? { country } : {}),
        ...(returnTo ? { return_to: returnTo } : {}),
      }).toString();
      return carried ? `${path}${path.includes('?') ? '&' : '?'}${carried}` : path;
    },
  };
}

export function useOrderQuery(): OrderQuery {
  const [search] = useSearchParams();
  return readOrderQuery(search);
}
