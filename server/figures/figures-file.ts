import { stringify } from 'csv-stringify/sync';
import type { Figures } from '#contract/figures/figures.ts';
import { funnelSteps, type FigurePart } from '#contract/rules/figure-rules.ts';

type Cell = string | number | null;

export function figuresFile(figures: Figures, part: FigurePart): string {
  const [head, ...rows] = tables[part](figures);
  return stringify(rows, { header: true, columns: head as string[], escape_formulas: true });
}

const tables: Record<FigurePart, (figures: Figures) => Cell[][]> = {
  days: ({ days }) => [
    ['day', ...funnelSteps],
    ...days.map((row) => [row.day, ...funnelSteps.map((step) => row[step])]),
  ],
  sources: ({ sources }) => [
    ['network', 'lander', 'slug', 'left_within_10_seconds', ...funnelSteps, 'revenue_less_refunds'],
    ...sources.map((row) => [
      row.network,
      row.lander,
      row.slug,
      row.bounces,
      ...funnelSteps.map((step) => row[step]),
      row.revenue.map(({ amount, currency }) => `${amount} ${currency}`).join(' + '),
    ]),
  ],
  revenue: ({ revenue }) => [
    ['country', 'currency', 'orders', 'gross', 'vat', 'refunds', 'refunded', 'refunded_vat'],
    ...revenue.map((row) => [
      row.country,
      row.currency,
      row.orders,
      row.gross.amount,
      row.vat.amount,
      row.refunds,
      row.refunded.amount,
      row.refunded_vat.amount,
    ]),
  ],
  answers: ({ answers }) => [
    ['kind', 'answers', 'median_seconds', 'median_seconds_before'],
    ...answers.map((row) => [row.kind, row.answers, row.median_seconds, row.before_seconds]),
  ],
  cohorts: ({ cohorts }) => [
    [
      'week',
      'signups',
      ...Array.from(
        { length: Math.max(0, ...cohorts.map(({ stayed }) => stayed.length)) },
        (_, week) => `week_${week}`,
      ),
    ],
    ...cohorts.map(({ week, signups, stayed }) => [week, signups, ...stayed]),
  ],
  claims: ({ claims }) => [
    ['site', 'claim', 'told', 'measured', 'sample', 'measured_on', 'published', 'published_on'],
    ...claims.map((row) => [
      row.site,
      row.id,
      row.told,
      row.percentage,
      row.sample,
      row.measured_on,
      row.published?.percentage ?? null,
      row.published?.measured_on ?? null,
    ]),
  ],
};
