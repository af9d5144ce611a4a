import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { CallBody } from '#contract/calls.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { splitLocale } from '#web/i18n/locale-path.ts';
import { useApi } from '#web/session/use-session.ts';

type Order = Omit<CallBody<'startPayment'>, 'idempotency_key' | 'language'>;

/**
 * Starts a payment and navigates to its next step: the gateway's page, the direct debit form, or the result.
 * The idempotency key stays the same for the same order, so that a retry after a lost response does not order
 * twice. A changed order, or a retry after an error, gets a new key.
 */
export function usePay() {
  const api = useApi();
  const navigate = useNavigate();
  const language = useLocale();
  const attempt = useRef({ order: '', key: '' });
  return useMutation({
    mutationFn(order: Order) {
      const text = JSON.stringify(order);
      if (attempt.current.order !== text) attempt.current = { order: text, key: crypto.randomUUID() };
      return api.call('startPayment', { body: { ...order, language, idempotency_key: attempt.current.key } });
    },
    onSuccess({ payment_id, redirect_url }) {
      attempt.current = { order: '', key: '' };
      if (!redirect_url) return navigate(`/transactions/${payment_id}`);
      const { path } = splitLocale(redirect_url);
      if (redirect_url.startsWith('/') && path.startsWith('/directdebit')) return navigate(path);
      location.assign(redirect_url);
    },
  });
}
