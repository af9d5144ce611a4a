import { comparedGuardrails, type Experiment, type VariantResult } from '#contract/experiments.ts';
import { type Column, Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import styles from './experiments.module.css';

type Row = VariantResult & { name: string; isFirst: boolean };

export function ExperimentResults({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation('office/experiments');
  const { number, time, shortDate } = useFormats();
  const { results, variants, guardrails } = experiment;
  if (!results) return <EmptyState title={t('no_results')} text={t('no_results_text')} />;
  const rows = results.variants.map((one, index) => ({
    ...one,
    name: variants[index]?.name ?? '',
    isFirst: index === 0,
  }));
  const p = results.sample_ratio_p;
  return (
    <div className={styles['column']}>
      <p className={styles['quiet']}>
        {t('counted', { at: `${shortDate(results.counted_at)} ${time(results.counted_at)}` })}
      </p>
      <Outcomes rows={rows} experiment={experiment} />
      <h3>{t('guardrails')}</h3>
      <Table
        caption={t('guardrails')}
        rows={rows}
        keyOf={({ name }) => name}
        empty={null}
        columns={[
          { key: 'name', head: t('name'), cell: ({ name }) => name, title: true, width: 20 },
          ...comparedGuardrails.map((guardrail): Column<Row> => ({
            key: guardrail,
            head: t(`guardrail.${guardrail}`),
            cell: (row) => number(row[guardrail]),
            number: true,
            width: 20,
          })),
        ]}
      />
      <FactList
        facts={[
          [
            t('guardrail.page_errors'),
            guardrails.page_errors === null
              ? number(results.page_errors)
              : t('of_limit', { many: number(results.page_errors), limit: number(guardrails.page_errors) }),
          ],
          [
            t('sample_ratio'),
            p === null
              ? '–'
              : t(p < 0.0001 ? 'ratio_bad' : 'ratio_good', { p: p < 0.0001 ? '< 0.0001' : number(p) }),
          ],
        ]}
      />
    </div>
  );
}

function Outcomes({ rows, experiment: { metric, currency } }: { rows: Row[]; experiment: Experiment }) {
  const { t } = useTranslation('office/experiments');
  const { number, money } = useFormats();
  const shown = (value: number) =>
    metric === 'revenue'
      ? money({ amount: value.toFixed(2), currency })
      : `${number(Math.round(value * 100) / 100)}%`;
  const most = Math.max(
    ...rows.flatMap(({ difference: d }) => (d ? [Math.abs(d.low), Math.abs(d.high)] : [])),
    0,
  );
  return (
    <Table
      caption={t('results')}
      rows={rows}
      keyOf={({ name }) => name}
      empty={null}
      columns={[
        { key: 'name', head: t('name'), cell: ({ name }) => name, title: true, width: 16 },
        { key: 'units', head: t('people'), cell: ({ units }) => number(units), number: true, width: 14 },
        {
          key: 'reached',
          head: t('reached'),
          cell: ({ reached }) => number(reached),
          number: true,
          width: 14,
        },
        {
          key: 'value',
          head: t(`metrics.${metric}`),
          cell: ({ value }) => (value === null ? '–' : shown(value)),
          number: true,
          width: 18,
        },
        {
          key: 'difference',
          head: t('difference'),
          cell: (row) => <Difference row={row} shown={shown} most={most} />,
          width: 38,
        },
      ]}
    />
  );
}

function Difference({
  row: { difference, isFirst },
  shown,
  most,
}: {
  row: Row;
  shown: (value: number) => string;
  most: number;
}) {
  const { t } = useTranslation('office/experiments');
  if (isFirst) return <>{t('compared_with')}</>;
  if (!difference) return <>{t('too_few')}</>;
  const { low, high, estimate } = difference;
  const signed = (value: number) => `${value > 0 ? '+' : ''}${shown(value)}`;
  const at = (value: number) => (most === 0 ? 50 : 50 + (45 * value) / most);
  const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'unknown';
  return (
    <>
      {t('range', { estimate: signed(estimate), low: signed(low), high: signed(high) })}{' '}
      <b>{t(`verdicts.${verdict}`)}</b>
      <span className={styles['range']} aria-hidden="true">
        <span style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
        <i />
      </span>
    </>
  );
}
