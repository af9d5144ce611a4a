import { useTranslation } from '#web/i18n/translate.tsx';
import type { WithdrawableOrder } from '#contract/refunds.ts';
import { useFormats } from '#web/i18n/format.ts';
import { MethodMark } from '#web/credits/method-mark.tsx';
import styles from './withdraw.module.css';

/** What was bought, until when it can be withdrawn from, and what comes back. */
export function WithdrawOrder({ order }: { order: WithdrawableOrder }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  // The right ends with the last moment of a day, which is the one to name.
  const lastDay = new Date(Date.parse(order.until) - 1000);
  return (
    <div className={styles['summary']}>
      <MethodMark method={order.method} />
      <div>
        <b>{t('credits', { count: order.credits })}</b>
        <small>{t('bought', { date: formats.date(order.created_at), paid: formats.money(order.paid) })}</small>
        <small>{t('until', { date: formats.date(lastDay) })}</small>
        <span className={order.unused > 0 ? styles['back'] : styles['nothing']}>
          {order.unused > 0 ? t('unused', { count: order.unused, amount: formats.money(order.amount) }) : t('no_unused')}
        </span>
      </div>
    </div>
  );
}
