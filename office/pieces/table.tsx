import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import styles from './table.module.css';

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  number?: boolean;
  /**
   * Share of the table's width, relative to the other columns. With it the columns do not move while the rows of a
   * long page arrive. Give every column of a table one, or none.
   */
  width?: number;
  /** The order of the rows by this column, and the address of the list in another order. */
  order?: 'ascending' | 'descending' | 'none';
  orderBy?: string;
  /** Marks the row's subject. On a phone it becomes the heading of the row's card. */
  title?: boolean;
}

interface Selection<Row> {
  isSelected: (row: Row) => boolean;
  toggle: (row: Row) => void;
  toggleAll: () => void;
  nameOf: (row: Row) => string;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  empty: ReactNode;
  /** Boxes to tick the rows. Needs the namespace `office/lists`. */
  selection?: Selection<Row>;
}

export function Table<Row>({ caption, columns, rows, keyOf, empty, selection }: TableProps<Row>) {
  if (rows.length === 0) return empty;
  const onlyFigures = columns.every(({ number, title }) => number || title);
  const isFixed = columns.every(({ width }) => width !== undefined);
  return (
    <table className={clsx(styles['table'], onlyFigures && styles['figures'], isFixed && styles['fixed'])}>
      <caption className="visually-hidden">{caption}</caption>
      {isFixed && <Widths columns={columns} withBoxes={selection !== undefined} />}
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={styles['box']}>
              <Box
                text="select_all"
                checked={rows.every(selection.isSelected)}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={selection?.isSelected(row) ? styles['selected'] : undefined}>
            {selection && (
              <td className={styles['box']}>
                <Box
                  text="select"
                  name={selection.nameOf(row)}
                  checked={selection.isSelected(row)}
                  onChange={() => selection.toggle(row)}
                />
              </td>
            )}
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

function Widths<Row>({ columns, withBoxes }: { columns: Column<Row>[]; withBoxes: boolean }) {
  const sum = columns.reduce((total, { width = 0 }) => total + width, 0);
  return (
    <colgroup>
      {withBoxes && <col className={styles['boxes']} />}
      {columns.map(({ key, width = 0 }) => (
        <col key={key} style={{ width: `${(100 * width) / sum}%` }} />
      ))}
    </colgroup>
  );
}

function Heading<Row>({ column: { head, number, order, orderBy } }: { column: Column<Row> }) {
  return (
    <th
      scope="col"
      className={number ? styles['number'] : undefined}
      aria-sort={order === 'none' ? undefined : order}
    >
      {orderBy === undefined ? (
        head
      ) : (
        <Link to={orderBy} replace preventScrollReset>
          {head}
          <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
        </Link>
      )}
    </th>
  );
}

function Box({
  text,
  name = '',
  checked,
  onChange,
}: {
  text: 'select' | 'select_all';
  name?: string;
  checked: boolean;
  onChange: () => void;
}) {
  const { t } = useTranslation('office/lists');
  return (
    <Checkbox
      label={<span className="visually-hidden">{t(text, { name })}</span>}
      checked={checked}
      onChange={onChange}
    />
  );
}
