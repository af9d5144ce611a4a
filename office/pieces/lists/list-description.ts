import type { ReactNode } from 'react';
import type { officeLists } from '#contract/office/list-views.ts';
import type { Column } from '#office/pieces/table.tsx';
import type { Option } from '#web/ui/field.tsx';

export interface ListColumn<Row, Key extends string> extends Column<Row> {
  key: Key;
  head: string;
  width: number;
  /** The orders that a press on the heading switches between. */
  sorts?: { key: string; direction: 'ascending' | 'descending' }[];
}

/** A filter, by its query parameter. Without options it is a text. */
export interface ListFilter {
  name: string;
  label: string;
  options?: Option[];
  type?: 'search' | 'date';
  /** Says why the typed value filters nothing. */
  error?: string | undefined;
}

/** All that the screens of the office know about one list. */
export interface ListDescription<Row, Key extends string> {
  list: (typeof officeLists)[number];
  title: string;
  columns: ListColumn<Row, Key>[];
  /** The columns that are shown until somebody chooses others. */
  usual: readonly Key[];
  /** The order without the parameter `sort`. */
  usualSort: string;
  filters: ListFilter[];
  keyOf: (row: Row) => string | number;
  /** Names the row to screen readers. */
  nameOf: (row: Row) => string;
  none: string;
  /** The address of the CSV file, if the operator may download it. */
  file?: string | undefined;
  /** Acts on the selected rows. Without them there is nothing to select. */
  bulk?: ((selected: Row[], onDone: () => void) => ReactNode) | undefined;
}
