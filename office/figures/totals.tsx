import type { Figures } from '#contract/figures/figures.ts';
import { centsIn } from '#contract/money.ts';
import { funnelSteps } from '#contract/rules/figure-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './figures.module.css';

export function Totals({ data: { total, before, revenue_totals: revenue } }: { data: Figures }) {
  const { t } = useTranslation('office/figures');
  const { number, money, percent } = useFormats();
  return (
    <dl className={styles['totals']}>
      {funnelSteps.map((step, index) => {
        const previous = funnelSteps[index - 1];
        return (
          <div key={step}>
            <dt>{t(`steps.${step}`)}</dt>
            <dd>
              <strong>{number(total[step])}</strong>
              <Change now={total[step]} before={before[step]} />
              {previous && total[previous] >= total[step] && total[previous] > 0 && (
                <small>
                  {t('share_of', {
                    share: percent((100 * total[step]) / total[previous]),
                    step: t(`steps.${previous}`).toLocaleLowerCase(),
                  })}
                </small>
              )}
            </dd>
          </div>
        );
      })}
      {revenue.map(({ currency, gross, before: earlier, refunded }) => (
        <div key={currency} className={styles['money']}>
          <dt>{t('revenue_in', { currency })}</dt>
          <dd>
            <strong>{money(gross)}</strong>
            <Change now={centsIn(gross)} before={centsIn(earlier)} />
            {centsIn(refunded) > 0 && <small>{t('refunded', { amount: money(refunded) })}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The change from the previous period. It is also in words, so that it does not depend on a colour or an
 * arrow.
 */
function Change({ now, before }: { now: number; before: number }) {
  const { t } = useTranslation('office/figures');
  const { percent, number } = useFormats();
  if (before === 0)
    return <span className={styles['change']}>{now === 0 ? t('same') : t('none_before')}</span>;
  const change = Math.round((100 * (now - before)) / before);
  if (change === 0) return <span className={styles['change']}>{t('same')}</span>;
  const size = Math.abs(change) > 999 ? `${number(Math.round(now / before))}×` : percent(Math.abs(change));
  return (
    <span className={styles[change > 0 ? 'more' : 'less']}>{t(change > 0 ? 'more' : 'less', { size })}</span>
  );
}
