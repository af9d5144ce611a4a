import { stringify } from 'csv-stringify/sync';
import type { ComparedFigure, Today } from '#contract/figures/today.ts';
import { moneyFigures } from '#contract/rules/figure-rules.ts';

const DAY_MS = 86_400_000;

/** The figures of the current day as CSV, one row each, with a column for every day of the chart. */
export function todayFile({ first_day: first, figures }: Today): string {
  const days = (figures[0]?.days ?? []).map((_, index) =>
    new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10),
  );
  const columns = [
    'figure',
    'currency',
    'today',
    'last_week',
    'average_of_four_weeks',
    'month',
    'goal',
    ...days,
  ];
  const rows = figures.map((row) => {
    const cell = cellOf(row);
    return [
      row.figure,
      row.currency,
      ...[row.today, row.last_week, row.average, row.month, row.goal, ...row.days].map(cell),
    ];
  });
  return stringify(rows, { header: true, columns, escape_formulas: true });
}

const cellOf =
  ({ figure }: ComparedFigure) =>
  (value: number | null) =>
    value === null ? '' : moneyFigures.includes(figure) ? (value / 100).toFixed(2) : value;
