import type { Payment } from '#contract/payments/orders.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconReceipt } from '#web/ui/icons.ts';
import styles from './receipt-links.module.css';

export function ReceiptLinks({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transactions');
  if (!payment.receipts?.length) return null;
  return (
    <ul className={styles['receipts']}>
      {payment.receipts.map(({ id, kind, number }) => (
        <li key={id}>
          <a href={`/api/receipt.php?id=${id}`} target="_blank" rel="noopener" type="application/pdf">
            <IconReceipt size={18} aria-hidden="true" />
            {t(kind, { number })}
          </a>
        </li>
      ))}
    </ul>
  );
}
