import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useApi } from '#web/session/use-session.ts';
import { usePaymentStep } from './use-payment-step.ts';

type Order = Omit<CallBody<'startPayment'>, 'idempotency_key' | 'language'>;

/**
 * Starts a payment and navigates to its next step.
 * The idempotency key stays the same for the same order, so that a retry after a lost response does not order
 * twice. A changed order, or a retry after an error, gets a new key.
 */
export function usePay() {
  const api = useApi();
  const step = usePaymentStep();
  const language = useLocale();
  const attempt = useRef({ order: '', key: '' });
  return useMutation({
    mutationFn(order: Order) {
      const text = JSON.stringify(order);
      if (attempt.current.order !== text) attempt.current = { order: text, key: crypto.randomUUID() };
      return api.call('startPayment', { body: { ...order, language, idempotency_key: attempt.current.key } });
    },
    onSuccess(started) {
      attempt.current = { order: '', key: '' };
      return step(started);
    },
  });
}
