import { useQueryClient } from '@tanstack/react-query';
import { forgetOffers } from '#web/credits/queries.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { tabStorage } from '#web/page/browser-storage.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { userQuery } from '#web/session/queries.ts';
import { toast } from '#web/ui/toasts.tsx';

interface Arrival {
  id: string;
  credits: number;
  /** False if the member opens an old order again, so that no notice appears. */
  news: boolean;
}

/** Payments that this page has announced, for browsers without storage. */
const announcedPayments = new Set<string>();

/**
 * Announces booked credits once per tab, whether the live event or the payment screen reports them first, and
 * refetches everything that depends on them.
 */
export function useTellArrival(): (arrival: Arrival) => void {
  const { t } = useTranslation('common');
  const queries = useQueryClient();
  return ({ id, credits, news }) => {
    const key = `arrived:${id}`;
    if (announcedPayments.has(id) || tabStorage.get(key)) return;
    announcedPayments.add(id);
    tabStorage.set(key, new Date().toISOString());
    if (news) toast('success', t('credits_arrived', { count: credits }));
    void queries.invalidateQueries({ queryKey: userQuery.queryKey });
    forgetOffers(queries);
  };
}

/**
 * Listens for booked credits on every screen and in every tab, because the order may have been paid in
 * another tab, or hours ago. Mount it once, in the root.
 */
export function CreditArrivals() {
  const tell = useTellArrival();
  useLiveEvent('credits', ({ payment }) => payment && tell({ ...payment, news: true }));
  return null;
}
