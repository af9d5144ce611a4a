import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { AdminPaymentDetail } from '#contract/payments/office-payments.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './payments.module.css';

const LEAST_REASON = 3;

export function RefundForm({ detail }: { detail: AdminPaymentDetail }) {
  const { t } = useTranslation('office/payments');
  const { errorText, fieldText } = useErrorText();
  const { currency } = detail.refundable;
  const [amount, setAmount] = useState(detail.proportional.amount);
  const [credits, setCredits] = useState(String(detail.unused));
  const [reason, setReason] = useState('');
  const [sent, setSent] = useState(false);
  const ask = useRefund(detail);
  const isAmount = /^\d+([.,]\d{1,2})?$/.test(amount) && Number(amount.replace(',', '.')) > 0;
  const isCredits = /^\d+$/.test(credits);
  const isReason = reason.trim().length >= LEAST_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isAmount && isCredits && isReason) ask.mutate({ amount, credits, reason });
  };
  const fill = (cents: string) => {
    // A different amount is a different refund.
    ask.startOver();
    setAmount(cents);
    setCredits(String(detail.unused));
  };
  return (
    <Card title={t('orders.refund')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <div className={styles['buttons']}>
          <Button look="secondary" size="s" onClick={() => fill(detail.refundable.amount)}>
            {t('orders.whole')}
          </Button>
          <Button look="secondary" size="s" onClick={() => fill(detail.proportional.amount)}>
            {t('orders.part')}
          </Button>
        </div>
        <TextInput
          label={t('orders.amount', { currency })}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={sent && !isAmount ? fieldText('invalid') : undefined}
        />
        <TextInput
          label={t('orders.credits')}
          inputMode="numeric"
          value={credits}
          onChange={(event) => setCredits(event.target.value)}
          error={sent && !isCredits ? fieldText('invalid') : undefined}
        />
        <TextInput
          label={t('orders.reason')}
          hint={t('orders.limit_note')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={sent && !isReason ? fieldText('required') : undefined}
        />
        {ask.error && <Alert tone="error">{errorText(ask.error)}</Alert>}
        <Button type="submit" look="danger" busy={ask.isPending}>
          {t('orders.refund')}
        </Button>
      </form>
    </Card>
  );
}

/** The call that refunds. Retries make one refund, until `startOver` begins a different one. */
function useRefund({ payment, refundable: { currency } }: AdminPaymentDetail) {
  const { t } = useTranslation('office/payments');
  const api = useApi();
  const queries = useQueryClient();
  const idempotencyKey = useRef('');
  const mutation = useMutation({
    mutationFn: ({ amount, credits, reason }: Record<'amount' | 'credits' | 'reason', string>) => {
      idempotencyKey.current ||= crypto.randomUUID();
      return api.call('adminRefund', {
        body: {
          id: idempotencyKey.current,
          payment: payment.payment_id,
          amount: { amount: Number(amount.replace(',', '.')).toFixed(2), currency },
          credits: Number(credits),
          reason: reason.trim(),
        },
      });
    },
    onSuccess: () => toast('success', t('orders.sent')),
    onSettled() {
      for (const name of ['adminPayments', 'adminPayment'])
        void queries.invalidateQueries({ queryKey: [name] });
    },
  });
  const startOver = () => {
    idempotencyKey.current = '';
  };
  return { ...mutation, startOver };
}
