import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '#web/session/use-session.ts';

const CHECK_EVERY_MS = 10_000;
const MOST_CHECKS = 12;

/**
 * Has the server ask the gateway about an open payment while its page is new. Afterwards the server asks by itself, at
 * longer intervals.
 */
export function usePaymentCheck(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  const check = useEffectEvent(async () => {
    // The page refetches the payment by itself, so a failed check needs no message.
    await api.call('checkPayment', { body: { payment_id: id } }).catch(() => null);
    await queries.invalidateQueries({ queryKey: ['payment'] });
  });
  useEffect(() => {
    let checks = 1;
    void check();
    const timer = setInterval(() => {
      if (++checks > MOST_CHECKS) clearInterval(timer);
      else void check();
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id]);
}
