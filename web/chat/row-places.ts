import type { ReactNode, Ref, RefObject } from 'react';
import type { Row } from './message-rows.ts';

/** What a column of rows can be told. */
export interface RowPlaces {
  /** Shows the newest row at the bottom. */
  toEnd(): void;
  /** Shows a row, by its index, in the middle. */
  toRow(index: number): void;
}

/** A column of rows, whether all of them stand in the document or those near the view only. */
export interface RowsProps {
  ref: Ref<RowPlaces>;
  rows: readonly Row[];
  /** What scrolls the column. */
  scroller: RefObject<HTMLElement | null>;
  /** Key of the row that stands out. */
  found: string | null;
  /** Room above the first row, pixels, for `above`. */
  start: number;
  above: ReactNode;
  show: (row: Row) => ReactNode;
}

/** How near the end, in pixels, a reader counts as reading the newest. */
export const NEAR_END = 24;
