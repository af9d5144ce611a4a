import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import { isRefusal } from '#web/api.ts';
import { apiOf, callPages, callQuery } from '#web/session/query-client.ts';
import { useLoaded } from '#web/session/use-loaded.ts';
import { useUser } from '#web/session/use-session.ts';

export const packagesQuery = callQuery('packages');
export const packagesFrom = (country: CountryCode | null) =>
  country ? callQuery('packages', { query: { country } }) : packagesQuery;
export const paymentQuery = (id: string) => callQuery('payment', { query: { id } });
export const paymentsPages = callPages('payments', {});
export const statementPages = callPages('statement', {});

const discountBy = (query: { code: string } | { welcome: string }) =>
  queryOptions({
    queryKey: ['discountCode', query] as const,
    queryFn: async ({ client, signal }): Promise<DiscountCode | null> => {
      try {
        return await apiOf(client).call('discountCode', { query }, { signal });
      } catch (error) {
        // An unknown, used or expired code means no discount.
        if (isRefusal(error) && error.status >= 400 && error.status < 500) return null;
        throw error;
      }
    },
    staleTime: 5 * 60_000,
  });

export const welcomeQuery = discountBy({ welcome: 'true' });
export const codeQuery = (code: string) => discountBy({ code });

/**
 * The active discount, only for members who have never paid and have not paused spending. Others must not be
 * pressed to buy.
 */
export function useWelcome(): { discount: DiscountCode; since: number } | null {
  const user = useUser();
  const offered = user !== null && !user.paid_user && !user.spending_pause;
  const { data, dataUpdatedAt } = useLoaded({ ...welcomeQuery, enabled: offered });
  return offered && data ? { discount: data, since: dataUpdatedAt } : null;
}

export function forgetOffers(queries: QueryClient) {
  for (const name of ['packages', 'discountCode', 'payments', 'statement', 'withdrawals'])
    void queries.invalidateQueries({ queryKey: [name] });
}
