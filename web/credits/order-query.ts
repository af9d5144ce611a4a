import { useSearchParams } from 'react-router';
import { safePath } from '#web/i18n/locale-path.ts';

export interface OrderQuery {
  code: string | null;
  returnTo: string | null;
  carry(path: string): string;
}

export function readOrderQuery(search: URLSearchParams): OrderQuery {
  const code = search.get('code')?.trim().toUpperCase() || null;
  const returnTo = safePath(search.get('return_to'));
  const carried = new URLSearchParams({
    ...(code ? { code } : {}),
    ...(returnTo ? { return_to: returnTo } : {}),
  }).toString();
  return {
    code,
    returnTo,
    carry: (path) => (carried ? `${path}${path.includes('?') ? '&' : '?'}${carried}` : path),
  };
}

export function useOrderQuery(): OrderQuery {
  const [search] = useSearchParams();
  return readOrderQuery(search);
}
