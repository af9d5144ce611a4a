import type { ReactNode, Ref, RefObject } from 'react';
import type { Row } from './message-rows.ts';

export interface RowPlaces {
  toEnd(): void;
  toRow(index: number): void;
}

export interface RowsProps {
  ref: Ref<RowPlaces>;
  rows: readonly Row[];
  scroller: RefObject<HTMLElement | null>;
  found: string | null;
  /** Height of `above` before the first row, in pixels. */
  start: number;
  above: ReactNode;
  show: (row: Row) => ReactNode;
}
