import { type FormEvent, useState } from 'react';
import { isCard, needsMandate } from '#contract/lists/payment-methods.ts';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { CreditPackage, Packages } from '#contract/payments/orders.ts';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { discountCodeOf, priceOf, sum } from '#web/credits/price-of.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { IconLock } from '#web/ui/icons.ts';
import { DebtNote } from './debt-note.tsx';
import type { Choice } from './method-list.tsx';
import { Consent, OrderSummary } from './order-summary.tsx';
import { PauseNote } from './pause-note.tsx';
import { usePay } from './use-pay.ts';
import styles from './checkout.module.css';

export function Checkout({
  packages,
  one,
  chosen,
  code,
}: {
  packages: Packages;
  one: CreditPackage;
  chosen: Choice;
  code: DiscountCode | null;
}) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const { errorText } = useErrorText();
  const { returnTo } = useOrderQuery();
  const [consent, setConsent] = useState(false);
  const [missing, setMissing] = useState(false);
  const [saveCard, setSaveCard] = useState(false);
  const pay = usePay();

  const method = chosen === 'stored' ? 'creditcard' : chosen;
  const costs = transactionCosts(packages, method, one.price.currency);
  const price = priceOf(one, code, useSettings().message_credits);
  const byMandate = chosen !== 'stored' && needsMandate(chosen);
  const savesCard = chosen !== 'stored' && isCard(chosen);
  const total = formats.money(sum(price.price, costs));
  const discount = discountCodeOf(one, code, price.belowMinimum);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!consent) return setMissing(true);
    const card = savesCard ? { save_card: saveCard } : {};
    pay.mutate({
      package: one.id,
      method,
      consent: true,
      ...(packages.payment_country !== packages.country && { payment_country: packages.payment_country }),
      ...(discount && { discountcode: discount }),
      ...(returnTo && { return_to: returnTo }),
      ...(chosen === 'stored' ? { recurring: true } : card),
    });
  };

  return (
    <form className={styles['checkout']} onSubmit={send} noValidate>
      <PauseNote />
      <DebtNote credits={packages.debt} />
      <OrderSummary one={one} price={price} costs={costs} packages={packages} />
      {code && price.belowMinimum && code.minimum_order_value && (
        <Alert>{t('discount.not_here', { minimum: formats.money(code.minimum_order_value) })}</Alert>
      )}
      {savesCard && (
        <Checkbox
          checked={saveCard}
          onChange={(event) => setSaveCard(event.target.checked)}
          label={t('pay.save_card')}
          hint={t('pay.save_card_hint')}
        />
      )}
      <Consent given={consent} missing={missing && !consent} onChange={setConsent} />
      {pay.error && <Alert tone="error">{errorText(pay.error)}</Alert>}
      <Button type="submit" size="l" wide busy={pay.isPending || pay.isSuccess} icon={<IconLock size={18} />}>
        {byMandate ? t('pay.next_sdd') : t('pay.button', { price: total })}
      </Button>
      <p className={styles['note']}>
        {chosen === 'stored'
          ? t('pay.one_payment', { price: total })
          : t(byMandate ? 'pay.secure_sdd' : 'pay.secure')}
      </p>
    </form>
  );
}

const transactionCosts = (packages: Packages, method: Exclude<Choice, 'stored'>, currency: string) =>
  packages.methods.find(({ id }) => id === method)?.transaction_costs ?? { amount: '0.00', currency };
