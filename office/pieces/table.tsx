import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  number?: boolean;
  /** Marks the row's subject. On a phone it becomes the heading of the row's card. */
  title?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  empty: ReactNode;
}

export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return empty;
  const onlyFigures = columns.every(({ number, title }) => number || title);
  return (
    <table className={clsx(styles['table'], onlyFigures && styles['figures'])}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, head, number }) => (
            <th key={key} scope="col" className={number ? styles['number'] : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, head, cell, number, title }) => (
              <td
                key={key}
                className={clsx(number && styles['number'], title && styles['title']) || undefined}
              >
                <span className={styles['name']} aria-hidden="true">
                  {head}
                </span>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
