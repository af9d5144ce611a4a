import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Payment } from '#contract/payments/orders.ts';
import { paymentQuery } from '#web/credits/queries.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useTellArrival } from './arrivals.ts';
import { OtherGateway } from './other-gateway.tsx';
import { CompletedPayment } from './payment-completed.tsx';
import { PendingPayment, UnpaidPayment } from './payment-open.tsx';
import styles from './payment-result.module.css';

/** Polling interval of an open payment in milliseconds: two seconds at first, fifteen after two minutes. */
const askEvery = (since: string | undefined) =>
  since && Date.now() - Date.parse(since) > 120_000 ? 15_000 : 2_000;

/**
 * The result of a payment, which updates itself: loading, pending, completed, failed, cancelled
 * (docs/product.md 4.4).
 */
export function PaymentResult({ id, title }: { id: string; title: string }) {
  const queries = useQueryClient();
  const { data: payment } = useQuery({
    ...paymentQuery(id),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'pending' ? askEvery(data.created_at) : false,
  });
  useLiveEvent('changed', ({ what }) => {
    if (what === 'payments') void queries.invalidateQueries({ queryKey: ['payment'] });
  });
  useArrival(payment);
  return (
    <Page title={title} heading={null} width="narrow">
      <div className={styles['result']} aria-live="polite">
        {!payment ? <Skeleton height={360} style={{ borderRadius: 28 }} /> : <State payment={payment} />}
      </div>
    </Page>
  );
}

function State({ payment }: { payment: Payment }) {
  if (payment.status === 'completed') return <CompletedPayment payment={payment} />;
  if (payment.next_attempt) return <OtherGateway payment={payment} why={payment.next_attempt} />;
  if (payment.status === 'failed' || payment.status === 'cancelled')
    return <UnpaidPayment payment={payment} />;
  return <PendingPayment payment={payment} />;
}

function useArrival(payment: Payment | undefined) {
  const tell = useEffectEvent(useTellArrival());
  const arrived = payment?.status === 'completed' && !payment.reversed;
  useEffect(() => {
    if (!arrived || !payment) return;
    tell({
      id: payment.payment_id,
      credits: payment.credits,
      news: Date.now() - Date.parse(payment.created_at ?? '') < 24 * 3600_000,
    });
  }, [arrived, payment]);
}
