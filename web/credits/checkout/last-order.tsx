import type { Packages } from '#contract/payments/orders.ts';
import { MethodMark } from '#web/credits/method-mark.tsx';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconReload } from '#web/ui/icons.ts';
import styles from './last-order.module.css';

export function LastOrder({ order }: { order: NonNullable<Packages['last_order']> }) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const { carry } = useOrderQuery();
  return (
    <section className={styles['last']} aria-labelledby="last-order">
      <MethodMark method={order.method} />
      <div>
        <h2 id="last-order">{t('repeat.title')}</h2>
        <p>
          {t('repeat.summary', {
            credits: t('credits', { count: order.credits }),
            method: t(`methods.${order.method}`),
            date: formats.date(order.created_at),
          })}
        </p>
      </div>
      <ButtonLink to={carry('/credits/repeat-order')} look="secondary" icon={<IconReload size={18} />}>
        {t('repeat.button')}
      </ButtonLink>
    </section>
  );
}
