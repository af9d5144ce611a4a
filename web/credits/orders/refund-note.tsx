import type { Payment } from '#contract/payments/orders.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from '#web/credits/withdraw/withdraw.module.css';

export function RefundNote({ payment }: { payment: Payment }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const { refund, withdraw_until: until } = payment;
  return (
    <>
      {refund && (
        <div className={styles['note']}>
          <Alert tone={refund.status === 'completed' ? 'success' : 'info'}>
            {t(refund.status, { count: refund.credits, amount: formats.money(refund.amount) })}
          </Alert>
        </div>
      )}
      {refund?.claims.map(({ amount, url }) => (
        <p key={url} className={styles['way']}>
          <ButtonLink to={url} rel="noopener noreferrer">
            {t('claim', { amount: formats.money(amount) })}
          </ButtonLink>
          <small>{t('claim_hint')}</small>
        </p>
      ))}
      {until && (
        <p className={styles['way']}>
          <ButtonLink to={`/withdraw?order=${payment.payment_id}`} look="secondary">
            {t('button')}
          </ButtonLink>
          <small>{t('until', { date: formats.date(new Date(Date.parse(until) - 1000)) })}</small>
        </p>
      )}
    </>
  );
}
