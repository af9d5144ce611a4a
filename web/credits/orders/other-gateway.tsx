import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NextAttempt, Payment } from '#contract/payments/orders.ts';
import { usePaymentStep } from '#web/credits/checkout/use-payment-step.ts';
import { Heading } from '#web/credits/heading.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconReload, IconX } from '#web/ui/icons.ts';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import { packagePath } from './package-path.ts';
import { PaymentFacts } from './payment-facts.tsx';
import styles from './payment-result.module.css';

/**
 * A payment that its gateway declined or does not answer about, and that another gateway can take: one button pays the
 * same order there.
 */
export function OtherGateway({ payment, why }: { payment: Payment; why: NextAttempt }) {
  const { t } = useTranslation('transactions');
  const { errorText } = useErrorText();
  const formats = useFormats();
  const retry = useRetry(payment.payment_id);
  return (
    <section className={styles['card']}>
      <RoundIcon>
        <IconX size={44} stroke={2.4} />
      </RoundIcon>
      <h1>
        <Heading t={t} text="failed.heading" />
      </h1>
      <p className={styles['text']}>{t(`next.${why}`)}</p>
      {retry.error && <Alert tone="error">{errorText(retry.error)}</Alert>}
      <div className={styles['actions']}>
        <Button
          size="l"
          busy={retry.isPending}
          onClick={() => retry.mutate()}
          icon={<IconReload size={20} />}
        >
          {t('next.pay', { price: formats.money(payment.amount) })}
        </Button>
        <ButtonLink to={packagePath(payment)} size="l" look="quiet">
          {t('failed.other')}
        </ButtonLink>
      </div>
      <PaymentFacts payment={payment} />
    </section>
  );
}

function useRetry(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  const step = usePaymentStep();
  return useMutation({
    mutationFn: () => api.call('retryPayment', { body: { payment_id: id } }),
    onSuccess: step,
    // The payment may have been settled in the meantime.
    onSettled: () => queries.invalidateQueries({ queryKey: ['payment'] }),
  });
}
