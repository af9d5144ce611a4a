import type { CallReply } from '#contract/calls.ts';
import { splitLocale } from '#web/i18n/locale-path.ts';
import { useNavigate } from '#web/router/hooks.ts';

/** Navigates to the next step of a started payment: the gateway's page, the direct debit form, or the result. */
export function usePaymentStep() {
  const navigate = useNavigate();
  return ({ payment_id, redirect_url }: CallReply<'startPayment'>) => {
    if (!redirect_url) return navigate(`/transactions/${payment_id}`);
    const { path } = splitLocale(redirect_url);
    if (redirect_url.startsWith('/') && path.startsWith('/directdebit')) return navigate(path);
    location.assign(redirect_url);
  };
}
