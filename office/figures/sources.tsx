import type { Figures } from '#contract/figures/figures.ts';
import { funnelSteps } from '#contract/rules/figure-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { FigureCard, NumberTable } from './figure-card.tsx';

export function SourceFigures({ data }: { data: Figures }) {
  const { t } = useTranslation('office/figures');
  const { money, number, list } = useFormats();
  const networkOf = (network: string) =>
    network === '?' ? t('unknown_network') : network || t('no_network');
  return (
    <FigureCard title={t('by_source')} note={t('by_source_note')} part="sources" data={data}>
      {data.sources.length === 0 ? (
        <p>{t('nobody')}</p>
      ) : (
        <NumberTable
          caption={t('by_source')}
          head={[
            t('network'),
            t('lander'),
            t('slug'),
            t('left_soon'),
            ...funnelSteps.map((step) => t(`steps.${step}`)),
            t('revenue_left'),
          ]}
          rows={data.sources.map((row) => ({
            key: `${row.network} ${row.lander} ${row.slug}`,
            cells: [
              networkOf(row.network),
              row.lander || '–',
              row.slug || '–',
              number(row.bounces),
              ...funnelSteps.map((step) => number(row[step])),
              row.revenue.length > 0 ? list(row.revenue.map(money)) : '–',
            ],
          }))}
        />
      )}
      {data.more_sources > 0 && <p>{t('more_sources', { count: data.more_sources })}</p>}
    </FigureCard>
  );
}
