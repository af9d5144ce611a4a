import type { Figures } from '#contract/figures/figures.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { FigureCard, NumberTable } from './figure-card.tsx';

export function Revenue({ data }: { data: Figures }) {
  const { t } = useTranslation('office/figures');
  const { country, money, number } = useFormats();
  return (
    <FigureCard title={t('by_country')} note={t('as_receipts')} part="revenue" data={data}>
      {data.revenue.length === 0 ? (
        <p>{t('no_orders')}</p>
      ) : (
        <NumberTable
          caption={t('by_country')}
          head={[
            t('country'),
            t('orders'),
            t('gross'),
            t('vat'),
            t('refunds'),
            t('refunded_sum'),
            t('refunded_vat'),
          ]}
          rows={data.revenue.map((row) => ({
            key: `${row.country} ${row.currency}`,
            cells: [
              country(row.country),
              number(row.orders),
              money(row.gross),
              money(row.vat),
              number(row.refunds),
              money(row.refunded),
              money(row.refunded_vat),
            ],
          }))}
        />
      )}
    </FigureCard>
  );
}
