import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { needsMandate } from '#contract/lists/payment-methods.ts';
import type { Payment } from '#contract/payments/orders.ts';
import { ApiError } from '#web/api.ts';
import { Consent } from '#web/credits/checkout/order-summary.tsx';
import { usePay } from '#web/credits/checkout/use-pay.ts';
import { Heading } from '#web/credits/heading.tsx';
import { sum } from '#web/credits/price-of.ts';
import { packagesQuery } from '#web/credits/queries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconClock, IconCreditCard, IconReload, IconX } from '#web/ui/icons.ts';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import { packagePath } from './package-path.ts';
import { PaymentFacts } from './payment-facts.tsx';
import { usePaymentCheck } from './use-payment-check.ts';
import styles from './payment-result.module.css';

export function PendingPayment({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transactions');
  const { t: credits } = useTranslation('credits');
  const redirectUrl = payment.redirect_url;
  usePaymentCheck(payment.payment_id);
  return (
    <section className={styles['card']}>
      <RoundIcon className={styles['wait']}>
        <IconClock size={40} />
      </RoundIcon>
      <h1>
        <Heading t={t} text="pending.heading" />
      </h1>
      <p className={styles['text']}>
        {payment.method === 'sct'
          ? t('pending.bank')
          : t('pending.text', { method: credits(`methods.${payment.method}`) })}
      </p>
      <div className={styles['actions']}>
        {redirectUrl && (
          <Button look="secondary" onClick={() => location.assign(redirectUrl)}>
            {t('pending.continue')}
          </Button>
        )}
        <ButtonLink to={packagePath(payment)} look="quiet">
          {t('pending.other')}
        </ButtonLink>
      </div>
      <PaymentFacts payment={payment} />
    </section>
  );
}

/**
 * A failed or cancelled payment: nothing was charged, and the member can choose a next step. A failed stored
 * card has three options of its own (docs/product.md 4.4).
 */
export function UnpaidPayment({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transactions');
  const { t: credits } = useTranslation('credits');
  const { errorText } = useErrorText();
  const again = useAgain(payment);
  const [consent, setConsent] = useState(false);
  const [missing, setMissing] = useState(false);
  const orderAgain = (method: Payment['method'], recurring: boolean) =>
    consent ? again.pay(method, recurring) : setMissing(true);
  const failed = payment.status === 'failed';
  const storedCard = failed && payment.recurring;
  const method = credits(`methods.${payment.method}`);
  // Failed and cancelled payments share the text of this error (docs/product.md 8.1).
  const refused = errorText(new ApiError(402, { error: 'payment_failed' }));
  const text = storedCard ? t('failed.card') : `${refused} ${t('failed.text')}`;
  return (
    <section className={styles['card']}>
      <RoundIcon>
        <IconX size={44} stroke={2.4} />
      </RoundIcon>
      <h1>
        <Heading t={t} text={failed ? 'failed.heading' : 'cancelled.heading'} />
      </h1>
      <p className={styles['text']}>{text}</p>
      {again.possible && <Consent given={consent} missing={missing && !consent} onChange={setConsent} />}
      {again.error && <Alert tone="error">{errorText(again.error)}</Alert>}
      <div className={styles['actions']}>
        {again.possible && (
          <Button
            size="l"
            busy={again.busy}
            onClick={() => orderAgain(payment.method, payment.recurring ?? false)}
            icon={<IconReload size={20} />}
          >
            {storedCard
              ? t('failed.retry_card', { price: again.price })
              : t(failed ? 'failed.retry' : 'cancelled.retry', { method, price: again.price })}
          </Button>
        )}
        {storedCard && again.possible && (
          <>
            <Button
              size="l"
              look="secondary"
              busy={again.busy}
              onClick={() => orderAgain(payment.method, false)}
              icon={<IconCreditCard size={20} />}
            >
              {t('failed.enter_card')}
            </Button>
            {again.paypal && (
              <Button size="l" look="secondary" busy={again.busy} onClick={() => orderAgain('paypal', false)}>
                {t('failed.paypal')}
              </Button>
            )}
          </>
        )}
        <ButtonLink to={packagePath(payment)} size="l" look={storedCard ? 'quiet' : 'secondary'}>
          {failed ? t('failed.other') : t('cancelled.other')}
        </ButtonLink>
      </div>
      <PaymentFacts payment={payment} />
    </section>
  );
}

/** Orders the same package again. It is a new contract, so the caller asks for consent first. */
function useAgain(payment: Payment) {
  const pay = usePay();
  const { data: packages } = useQuery(packagesQuery);
  const one = packages?.packages.find(({ id }) => id === payment.package);
  const formats = useFormats();
  const offer = packages?.methods.find(({ id }) => id === payment.method);
  const offers = (method: Payment['method']) => packages?.methods.some(({ id }) => id === method) ?? false;
  return {
    possible: one !== undefined && offers(payment.method) && !needsMandate(payment.method),
    paypal: offers('paypal'),
    price: one && offer ? formats.money(sum(one.price, offer.transaction_costs)) : '',
    busy: pay.isPending || pay.isSuccess,
    error: pay.error,
    pay(method: Payment['method'], recurring: boolean) {
      if (!one) return;
      pay.mutate({
        package: one.id,
        method,
        consent: true,
        ...(one.discount?.code ? { discountcode: one.discount.code } : {}),
        ...(payment.return_to ? { return_to: payment.return_to } : {}),
        ...(recurring ? { recurring: true } : {}),
      });
    },
  };
}
