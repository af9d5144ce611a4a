import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { AdminPaymentDetail } from '#contract/refunds.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './payments.module.css';

const LEAST_REASON = 3;

/** Gives money back, whole or in part, with a reason. It begins with what the law gives for the unused credits. */
export function RefundForm({ detail }: { detail: AdminPaymentDetail }) {
  const { t } = useTranslation('back_office_payments');
  const { errorText, fieldText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { currency } = detail.refundable;
  const [amount, setAmount] = useState(detail.proportional.amount);
  const [credits, setCredits] = useState(String(detail.unused));
  const [reason, setReason] = useState('');
  const [sent, setSent] = useState(false);
  // One refund however often it is sent.
  const id = useRef('');
  const ask = useMutation({
    mutationFn: () => {
      id.current ||= crypto.randomUUID();
      const money = { amount: Number(amount.replace(',', '.')).toFixed(2), currency };
      return api.call('adminRefund', {
        body: { id: id.current, payment: detail.payment.payment_id, amount: money, credits: Number(credits), reason: reason.trim() },
      });
    },
    onSuccess: () => toast('success', t('sent')),
    onSettled() {
      for (const name of ['adminPayments', 'adminPayment']) void queries.invalidateQueries({ queryKey: [name] });
    },
  });
  const isAmount = /^\d+([.,]\d{1,2})?$/.test(amount) && Number(amount.replace(',', '.')) > 0;
  const isCredits = /^\d+$/.test(credits);
  const isReason = reason.trim().length >= LEAST_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isAmount && isCredits && isReason) ask.mutate();
  };
  const fill = (cents: string) => {
    // Another sum is another refund.
    id.current = '';
    setAmount(cents);
    setCredits(String(detail.unused));
  };
  return (
    <Card title={t('refund')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <div className={styles['buttons']}>
          <Button look="secondary" size="s" onClick={() => fill(detail.refundable.amount)}>
            {t('whole')}
          </Button>
          <Button look="secondary" size="s" onClick={() => fill(detail.proportional.amount)}>
            {t('part')}
          </Button>
        </div>
        <TextInput
          label={t('amount', { currency })}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={sent && !isAmount ? fieldText('invalid') : undefined}
        />
        <TextInput
          label={t('credits')}
          inputMode="numeric"
          value={credits}
          onChange={(event) => setCredits(event.target.value)}
          error={sent && !isCredits ? fieldText('invalid') : undefined}
        />
        <TextInput
          label={t('reason')}
          hint={t('limit_note')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={sent && !isReason ? fieldText('required') : undefined}
        />
        {ask.error && <Alert tone="error">{errorText(ask.error)}</Alert>}
        <Button type="submit" look="danger" busy={ask.isPending}>
          {t('refund')}
        </Button>
      </form>
    </Card>
  );
}
