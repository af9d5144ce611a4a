import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { Payment } from '#contract/payments.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconClock, IconCreditCard, IconReload, IconX } from '#web/ui/icons.ts';
import { Heading } from '#web/credits/heading.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { sum } from '#web/credits/price-of.ts';
import { packagesQuery } from '#web/credits/queries.ts';
import { usePay } from '#web/credits/checkout/use-pay.ts';
import styles from './payment-result.module.css';

/** "Processing": the gateway has not said yet how it ended. */
export function PendingPayment({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transactions');
  const { t: credits } = useTranslation('credits');
  return (
    <section className={styles['card']}>
      <span className={clsx(styles['sign'], styles['wait'])} aria-hidden="true">
        <IconClock size={40} />
      </span>
      <h1>
        <Heading t={t} text="pending.heading" />
      </h1>
      <p className={styles['text']}>{payment.method === 'sct' ? t('pending.bank') : t('pending.text', { method: credits(`methods.${payment.method}`) })}</p>
      <div className={styles['actions']}>
        {payment.redirect_url && (
          <Button look="secondary" onClick={() => location.assign(payment.redirect_url!)}>
            {t('pending.continue')}
          </Button>
        )}
        <ButtonLink to={elsewhere(payment)} look="quiet">
          {t('pending.other')}
        </ButtonLink>
      </div>
      <PaymentFacts payment={payment} />
    </section>
  );
}

/** Failed or cancelled: nothing was charged, and the ways on. A stored card that failed has three of its own (docs/product.md 4). */
export function UnpaidPayment({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transactions');
  const { t: credits } = useTranslation('credits');
  const { errorText } = useErrorText();
  const again = useAgain(payment);
  const failed = payment.status === 'failed';
  const storedCard = failed && payment.recurring;
  const method = credits(`methods.${payment.method}`);
  const text = storedCard ? t('failed.card') : failed ? t('failed.text') : t('cancelled.text');
  return (
    <section className={styles['card']}>
      <span className={clsx(styles['sign'], styles['bad'])} aria-hidden="true">
        <IconX size={44} stroke={2.4} />
      </span>
      <h1>
        <Heading t={t} text={failed ? 'failed.heading' : 'cancelled.heading'} />
      </h1>
      <p className={styles['text']}>{text}</p>
      {again.error && <Alert tone="error">{errorText(again.error)}</Alert>}
      <div className={styles['actions']}>
        {again.possible && (
          <Button size="l" busy={again.busy} onClick={() => again.pay(payment.method, payment.recurring ?? false)} icon={<IconReload size={20} />}>
            {storedCard ? t('failed.retry_card', { price: again.price }) : t(failed ? 'failed.retry' : 'cancelled.retry', { method, price: again.price })}
          </Button>
        )}
        {storedCard && again.possible && (
          <>
            <Button size="l" look="secondary" busy={again.busy} onClick={() => again.pay(payment.method, false)} icon={<IconCreditCard size={20} />}>
              {t('failed.enter_card')}
            </Button>
            {again.paypal && (
              <Button size="l" look="secondary" busy={again.busy} onClick={() => again.pay('paypal', false)}>
                {t('failed.paypal')}
              </Button>
            )}
          </>
        )}
        <ButtonLink to={elsewhere(payment)} size="l" look={storedCard ? 'quiet' : 'secondary'}>
          {failed ? t('failed.other') : t('cancelled.other')}
        </ButtonLink>
      </div>
      <PaymentFacts payment={payment} />
    </section>
  );
}

/** The same package, paid in another way; what waits unsent is carried along. */
function elsewhere({ package: id, return_to }: Payment): string {
  const query = return_to ? `?return_to=${encodeURIComponent(return_to)}` : '';
  return `${id ? `/credits/${id}` : '/credits'}${query}`;
}

/** Orders the same package again. The consent of the first try counts for it. */
function useAgain(payment: Payment) {
  const pay = usePay();
  const { data: packages } = useQuery(packagesQuery);
  const one = packages?.packages.find(({ id }) => id === payment.package);
  const formats = useFormats();
  const offer = packages?.methods.find(({ id }) => id === payment.method);
  const offers = (method: Payment['method']) => packages?.methods.some(({ id }) => id === method) ?? false;
  return {
    possible: one !== undefined && offers(payment.method) && payment.method !== 'sdd',
    paypal: offers('paypal'),
    /** What another order of the package costs by the same method. */
    price: one && offer ? formats.money(sum(one.price, offer.transaction_costs)) : '',
    busy: pay.isPending || pay.isSuccess,
    error: pay.error,
    pay(method: Payment['method'], recurring: boolean) {
      pay.mutate({
        package: one!.id,
        method,
        consent: true,
        ...(one!.discount?.code ? { discountcode: one!.discount.code } : {}),
        ...(payment.return_to ? { return_to: payment.return_to } : {}),
        ...(recurring ? { recurring: true } : {}),
      });
    },
  };
}
