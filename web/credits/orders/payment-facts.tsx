import { useTranslation } from '#web/i18n/translate.tsx';
import type { Payment } from '#contract/payments.ts';
import { useFormats } from '#web/i18n/format.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { isZero } from '#web/credits/price-of.ts';
import { RefundNote } from './refund-note.tsx';
import { ReceiptLinks } from './receipt-links.tsx';
import styles from './payment-result.module.css';

/** What was ordered, how it is paid, and its number. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transactions');
  const { t: credits } = useTranslation('credits');
  const formats = useFormats();
  const facts: [string, string][] = [
    [t('facts.credits'), formats.number(payment.credits)],
    [t('facts.amount'), formats.money(payment.amount)],
    ...(isZero(payment.transaction_costs) ? [] : [[t('facts.costs'), formats.money(payment.transaction_costs)] as [string, string]]),
    [t('facts.method'), credits(`methods.${payment.method}`)],
    ...(payment.created_at ? [[t('facts.date'), formats.date(payment.created_at)] as [string, string]] : []),
  ];
  return (
    <>
      <FactList facts={facts} className={styles['facts']} />
      <ReceiptLinks payment={payment} />
      <RefundNote payment={payment} />
      <p className={styles['small']}>{t('number', { id: payment.payment_id })}</p>
    </>
  );
}
