import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { cardMethods } from '#contract/lists/payment-methods.ts';
import type { CreditPackage, DiscountCode, Packages } from '#contract/payments.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useSettings } from '#web/session/use-session.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { IconLock } from '#web/ui/icons.ts';
import type { Choice } from './method-list.tsx';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { DebtNote } from './debt-note.tsx';
import { Consent, OrderSummary } from './order-summary.tsx';
import { PauseNote } from './pause-note.tsx';
import { priceOf, sum } from '#web/credits/price-of.ts';
import { usePay } from './use-pay.ts';
import styles from './checkout.module.css';

/** The order on the right: what it costs, the consent, and the button that pays. */
export function Checkout({ packages, one, chosen, code }: { packages: Packages; one: CreditPackage; chosen: Choice; code: DiscountCode | null }) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const { errorText } = useErrorText();
  const { returnTo } = useOrderQuery();
  const [consent, setConsent] = useState(false);
  const [missing, setMissing] = useState(false);
  const [saveCard, setSaveCard] = useState(false);
  const pay = usePay();

  const method = chosen === 'stored' ? 'creditcard' : chosen;
  const costs = packages.methods.find(({ id }) => id === method)?.transaction_costs ?? { amount: '0.00', currency: one.price.currency };
  const price = priceOf(one, code, useSettings().message_credits);
  const isCard = chosen !== 'stored' && cardMethods.has(chosen);
  const total = formats.money(sum(price.price, costs));
  const discount = code && !price.belowMinimum ? code.code : one.discount?.code;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!consent) return setMissing(true);
    pay.mutate({
      package: one.id,
      method,
      consent: true,
      ...(discount ? { discountcode: discount } : {}),
      ...(returnTo ? { return_to: returnTo } : {}),
      ...(chosen === 'stored' ? { recurring: true } : isCard ? { save_card: saveCard } : {}),
    });
  };

  return (
    <form className={styles['checkout']} onSubmit={send} noValidate>
      <PauseNote />
      <DebtNote credits={packages.debt} />
      <OrderSummary one={one} price={price} costs={costs} packages={packages} />
      {code && price.belowMinimum && code.minimum_order_value && <Alert>{t('discount.not_here', { minimum: formats.money(code.minimum_order_value) })}</Alert>}
      {isCard && (
        <Checkbox checked={saveCard} onChange={(event) => setSaveCard(event.target.checked)} label={t('pay.save_card')} hint={t('pay.save_card_hint')} />
      )}
      <Consent given={consent} missing={missing && !consent} onChange={setConsent} />
      {pay.error && <Alert tone="error">{errorText(pay.error)}</Alert>}
      <Button type="submit" size="l" wide busy={pay.isPending || pay.isSuccess} icon={<IconLock size={18} />}>
        {chosen === 'sdd' ? t('pay.next_sdd') : t('pay.button', { price: total })}
      </Button>
      <p className={styles['note']}>{chosen === 'stored' ? t('pay.one_payment', { price: total }) : t(chosen === 'sdd' ? 'pay.secure_sdd' : 'pay.secure')}</p>
    </form>
  );
}
