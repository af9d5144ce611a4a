import { Suspense } from 'react';
import type { Figures } from '#contract/figures/figures.ts';
import { funnelSteps } from '#contract/rules/figure-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FigureCard, NumberTable } from './figure-card.tsx';
import styles from './figures.module.css';

const LineChart = lazyPart(async () => ({ default: (await import('./charts.tsx')).SeriesLines }));
const BarChart = lazyPart(async () => ({ default: (await import('./charts.tsx')).SeriesBars }));

const useMounted = () => useBrowser(() => true, false);

const Waiting = () => <Skeleton width="100%" height="100%" />;

const noon = (day: string) => `${day}T12:00:00Z`;

/**
 * Visits and their outcomes by day. There are two charts, because visits are about a hundred times the rest.
 */
export function DaysChart({ data }: { data: Figures }) {
  const { t } = useTranslation('office/figures');
  const { number, dayAndMonth } = useFormats();
  const mounted = useMounted();
  const steps = funnelSteps.map((step) => ({ key: step, name: t(`steps.${step}`) }));
  const [visits, others] = [steps.slice(0, 1), steps.slice(1)];
  const rows = data.days.map(({ day, ...row }) => ({ ...row, label: dayAndMonth(noon(day)) }));
  const charts = [
    { title: t('steps.visits'), lines: visits },
    { title: t('became'), lines: others },
  ];
  return (
    <FigureCard
      title={t('by_day')}
      part="days"
      data={data}
      table={
        <NumberTable
          caption={t('by_day')}
          head={[t('day'), ...funnelSteps.map((step) => t(`steps.${step}`))]}
          rows={data.days.map((row) => ({
            key: row.day,
            cells: [
              <span key="day" suppressHydrationWarning>
                {dayAndMonth(noon(row.day))}
              </span>,
              ...funnelSteps.map((step) => number(row[step])),
            ],
          }))}
        />
      }
    >
      {charts.map(({ title, lines }) => (
        <figure key={title} className={styles['chart']}>
          <figcaption>{title}</figcaption>
          <div className={styles['drawing']}>
            {mounted && (
              <Suspense fallback={<Waiting />}>
                <LineChart label={`${t('by_day')}: ${title}`} rows={rows} lines={lines} format={number} />
              </Suspense>
            )}
          </div>
        </figure>
      ))}
    </FigureCard>
  );
}

export function RevenueChart({ data }: { data: Figures }) {
  const { t } = useTranslation('office/figures');
  const { money, dayAndMonth } = useFormats();
  const mounted = useMounted();
  if (data.revenue_totals.length === 0) return null;
  const rowsIn = (currency: string) =>
    data.days.map(({ day }) => {
      const row = data.revenue_days.find((each) => each.day === day && each.gross.currency === currency);
      return {
        label: dayAndMonth(noon(day)),
        gross: Number(row?.gross.amount ?? 0),
        refunded: Number(row?.refunded.amount ?? 0),
      };
    });
  return (
    <FigureCard
      title={t('revenue_by_day')}
      part="revenue"
      data={data}
      table={
        <NumberTable
          caption={t('revenue_by_day')}
          head={[t('day'), t('gross'), t('refunds')]}
          rows={data.revenue_days.map(({ day, gross, refunded }) => ({
            key: `${day} ${gross.currency}`,
            cells: [
              <span key="day" suppressHydrationWarning>
                {dayAndMonth(noon(day))}
              </span>,
              money(gross),
              money(refunded),
            ],
          }))}
        />
      }
    >
      {data.revenue_totals.map(({ currency }) => (
        <figure key={currency} className={styles['chart']}>
          <figcaption>{t('revenue_in', { currency })}</figcaption>
          <div className={styles['drawing']}>
            {mounted && (
              <Suspense fallback={<Waiting />}>
                <BarChart
                  label={t('revenue_in', { currency })}
                  rows={rowsIn(currency)}
                  lines={[
                    { key: 'gross', name: t('gross') },
                    { key: 'refunded', name: t('refunds') },
                  ]}
                  format={(value) => money({ amount: value.toFixed(2), currency })}
                />
              </Suspense>
            )}
          </div>
        </figure>
      ))}
    </FigureCard>
  );
}
