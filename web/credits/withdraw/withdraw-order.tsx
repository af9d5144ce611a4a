import type { WithdrawableOrder } from '#contract/payments/refunds.ts';
import { MethodMark } from '#web/credits/method-mark.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './withdraw.module.css';

export function WithdrawOrder({ order }: { order: WithdrawableOrder }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  // The right ends at midnight, so show the last full day.
  const lastDay = new Date(Date.parse(order.until) - 1000);
  return (
    <div className={styles['summary']}>
      <MethodMark method={order.method} />
      <div>
        <b>{t('credits', { count: order.credits })}</b>
        <small>
          {t('bought', { date: formats.date(order.created_at), paid: formats.money(order.paid) })}
        </small>
        <small>{t('until', { date: formats.date(lastDay) })}</small>
        <span className={order.unused > 0 ? styles['back'] : styles['nothing']}>
          {order.unused > 0
            ? t('unused', { count: order.unused, amount: formats.money(order.amount) })
            : t('no_unused')}
        </span>
        {/* Premium only ends when every purchase has been fully refunded. */}
        {order.unused === order.credits && <small>{t('premium_ends')}</small>}
      </div>
    </div>
  );
}
