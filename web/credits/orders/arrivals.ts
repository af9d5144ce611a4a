import { useTranslation } from '#web/i18n/translate.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useLiveEvent } from '#web/session/live-events.ts';
import { userQuery } from '#web/session/queries.ts';
import { toast } from '#web/ui/toasts.tsx';
import { forgetOffers } from '#web/credits/queries.ts';

/** A payment whose credits came. */
interface Arrival {
  id: string;
  credits: number;
  /** News is told; an old order that is opened again is not. */
  news: boolean;
}

/**
 * Tells once in each tab that credits came, whoever hears of it first, the live event or the screen of the payment, and
 * asks again for everything that follows from them.
 */
export function useTellArrival(): (arrival: Arrival) => void {
  const { t } = useTranslation('common');
  const queries = useQueryClient();
  return ({ id, credits, news }) => {
    const key = `arrived:${id}`;
    if (sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, new Date().toISOString());
    if (news) toast('success', t('credits_arrived', { count: credits }));
    void queries.invalidateQueries({ queryKey: userQuery.queryKey });
    forgetOffers(queries);
  };
}

/** Hears of credits on every screen, in every tab: the order may have been paid in another one, or hours ago. Stands once, in the root. */
export function CreditArrivals() {
  const tell = useTellArrival();
  useLiveEvent('credits', ({ payment }) => payment && tell({ ...payment, news: true }));
  return null;
}
