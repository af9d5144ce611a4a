import type { Payment } from '#contract/payments/orders.ts';
import { isZero } from '#web/credits/price-of.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { ReceiptLinks } from './receipt-links.tsx';
import { RefundNote } from './refund-note.tsx';
import styles from './payment-result.module.css';

export function PaymentFacts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transactions');
  const { t: credits } = useTranslation('credits');
  const formats = useFormats();
  const facts: [string, string][] = [
    [t('facts.credits'), formats.number(payment.credits)],
    [t('facts.amount'), formats.money(payment.amount)],
  ];
  if (!isZero(payment.transaction_costs))
    facts.push([t('facts.costs'), formats.money(payment.transaction_costs)]);
  facts.push([t('facts.method'), credits(`methods.${payment.method}`)]);
  if (payment.created_at) facts.push([t('facts.date'), formats.date(payment.created_at)]);
  return (
    <>
      <FactList facts={facts} className={styles['facts']} />
      <ReceiptLinks payment={payment} />
      <RefundNote payment={payment} />
      <p className={styles['small']}>{t('number', { id: payment.payment_id })}</p>
    </>
  );
}
