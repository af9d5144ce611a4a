import { clsx } from 'clsx';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { CreditPackage } from '#contract/payments/orders.ts';
import { CoinStack } from '#web/credits/coin-stack.tsx';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { priceOf, saving } from '#web/credits/price-of.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './package-grid.module.css';

/** The packages as cards. With `to` each card is a link; without it visitors only see prices. */
export function PackageGrid({
  packages,
  code,
  to,
}: {
  packages: CreditPackage[];
  code: DiscountCode | null;
  to?: (id: number) => string;
}) {
  const { t } = useTranslation('credits');
  return (
    <ul className={styles['grid']} aria-label={t('packages')}>
      {packages.map((one, index) => (
        <PackageCard key={one.id} one={one} level={index + 1} all={packages} code={code} to={to} />
      ))}
    </ul>
  );
}

export const PackageGridSkeleton = () => (
  <div className={styles['grid']} aria-busy="true">
    {Array.from({ length: 5 }, (_, index) => (
      <Skeleton key={index} height={300} className={styles['skeleton']} />
    ))}
  </div>
);

function PackageCard({
  one,
  level,
  all,
  code,
  to,
}: {
  one: CreditPackage;
  level: number;
  all: CreditPackage[];
  code: DiscountCode | null;
  to?: (id: number) => string;
}) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const { carry } = useOrderQuery();
  const { price, perMessage, old, percentage } = priceOf(one, code, useSettings().message_credits);
  const saved = saving(one, all);
  // "Popular" is computed from purchases. A recommendation by the site is labelled as one.
  const ribbon = one.popular
    ? 'popular'
    : one.recommended && !all.some(({ popular }) => popular)
      ? 'recommended'
      : null;
  return (
    <li className={clsx(styles['card'], ribbon && styles['marked'], to && styles['open'])}>
      {ribbon && <span className={styles['ribbon']}>{t(ribbon)}</span>}
      <div className={styles['amount']}>
        <CoinStack level={level} />
        <span className={styles['credits']}>{formats.number(one.credits)}</span>
        <span className={styles['word']}>{t('credit_word', { count: one.credits })}</span>
      </div>
      <div className={styles['money']}>
        <span className={styles['price']}>
          {formats.money(price)}
          {old && (
            <s>
              <span className="visually-hidden">{t('old_price', { price: '' })}</span>
              {formats.money(old)}
            </s>
          )}
        </span>
        <span className={styles['each']}>{t('per_message', { price: formats.money(perMessage) })}</span>
      </div>
      <div className={styles['tags']}>
        {percentage > 0 && <span className={styles['off']}>−{formats.percent(percentage)}</span>}
        {saved > 0 && (
          <span className={styles['saving']}>{t('saves', { percent: formats.percent(saved) })}</span>
        )}
      </div>
      {to && (
        <Link
          to={carry(to(one.id))}
          className={styles['choose']}
          prefetch="intent"
          aria-label={t('choose_package', { count: one.credits, price: formats.money(price) })}
        >
          {t('choose')}
        </Link>
      )}
    </li>
  );
}
