import type { CreditPackage, Packages } from '#contract/payments/orders.ts';
import type { Money } from '#contract/schema.ts';
import { difference, isZero, type Price, sum } from '#web/credits/price-of.ts';
import { vatText } from '#web/credits/vat-text.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Checkbox } from '#web/ui/field.tsx';
import styles from './order-summary.module.css';

export function OrderSummary({
  one,
  price,
  costs,
  packages,
}: {
  one: CreditPackage;
  price: Price;
  costs: Money;
  packages: Packages;
}) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const vat = packages.vat_percentage;
  return (
    <section className={styles['summary']} aria-labelledby="order">
      <h2 id="order">{t('pay.order')}</h2>
      <p className={styles['credits']}>{t('credits', { count: one.credits })}</p>
      <dl>
        <div>
          <dt>{t('pay.package_price')}</dt>
          <dd>{formats.money(price.old ?? price.price)}</dd>
        </div>
        {price.old && (
          <div className={styles['discount']}>
            <dt>{t('pay.discount', { percent: formats.percent(price.percentage) })}</dt>
            <dd>−{formats.money(difference(price.old, price.price))}</dd>
          </div>
        )}
        {!isZero(costs) && (
          <div>
            <dt>{t('pay.costs_line')}</dt>
            <dd>{formats.money(costs)}</dd>
          </div>
        )}
        <div className={styles['total']}>
          <dt>
            {t('pay.total')}
            {vat ? <small>{t('pay.vat', { percent: vatText(formats, vat) })}</small> : null}
          </dt>
          <dd>{formats.money(sum(price.price, costs))}</dd>
        </div>
      </dl>
    </section>
  );
}

export function Consent({
  given,
  onChange,
  missing,
}: {
  given: boolean;
  onChange: (given: boolean) => void;
  missing: boolean;
}) {
  const { t } = useTranslation('credits');
  const { refund_days } = useSettings();
  return (
    <Checkbox
      checked={given}
      onChange={(event) => onChange(event.target.checked)}
      error={missing ? t('pay.consent_needed') : undefined}
      label={
        <Trans
          t={t}
          i18nKey="pay.consent"
          values={{ days: refund_days }}
          components={{
            terms: <Link to="/pages/terms" target="_blank" />,
            returns: <Link to="/pages/return-policy" target="_blank" />,
          }}
        />
      }
    />
  );
}
