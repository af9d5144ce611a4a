import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useImperativeHandle, useLayoutEffect, useState } from 'react';
import type { RowsProps } from './row-places.ts';
import styles from './message-list.module.css';

const UNSEEN_ROW = 56;

/** Loading older rows does not move the view. If the reader is at the end, the view follows new rows. */
export function VirtualRows({ ref, rows, scroller, found, start, above, show }: RowsProps) {
  const [still] = useState(() => measure(scroller.current));
  const keyOf = (index: number) => rows[index]?.key ?? String(index);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: (index) => still.heights.get(keyOf(index)) ?? UNSEEN_ROW,
    initialOffset: still.top,
    overscan: 12,
    anchorTo: 'end',
    followOnAppend: true,
    paddingStart: start,
    paddingEnd: 16,
  });
  useImperativeHandle(ref, () => ({
    toEnd: () => virtual.scrollToEnd(),
    toRow: (index) => virtual.scrollToIndex(index, { align: 'center' }),
  }));
  // This list replaces the plain one, so restore the scroll position.
  useLayoutEffect(() => {
    const view = scroller.current;
    view?.scrollTo({ top: view.scrollHeight - still.toEnd });
  }, [scroller, still]);
  return (
    <div className={styles['rows']} style={{ height: virtual.getTotalSize() }}>
      {above}
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return (
          row && (
            <div
              key={item.key}
              data-index={item.index}
              ref={virtual.measureElement}
              className={clsx(styles['row'], row.key === found && styles['found'])}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {show(row)}
            </div>
          )
        );
      })}
    </div>
  );
}

function measure(view: HTMLElement | null) {
  const rows = [...(view?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  return {
    heights: new Map(rows.map((row) => [row.dataset['key'] ?? '', row.getBoundingClientRect().height])),
    top: view?.scrollTop ?? 0,
    toEnd: view ? view.scrollHeight - view.scrollTop : 0,
  };
}
