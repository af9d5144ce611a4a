import { stringify } from 'csv-stringify/sync';
import type { StatementRow } from '#contract/desk/statement.ts';

export const statementFile = (month: string, rows: readonly StatementRow[]): string =>
  stringify(
    rows.map((row) => [
      month,
      row.writer?.id ?? '',
      row.writer?.name ?? '',
      row.site,
      row.answers,
      row.minutes,
      row.returned_credits,
      row.scored,
      row.score === null ? '' : row.score.toFixed(2),
    ]),
    {
      header: true,
      columns: [
        'month',
        'writer',
        'name',
        'site',
        'answers',
        'minutes',
        'returned_credits',
        'scored',
        'score',
      ],
      escape_formulas: true,
    },
  );
