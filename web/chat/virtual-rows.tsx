import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useImperativeHandle, useLayoutEffect, useState } from 'react';
import type { RowsProps } from './row-places.ts';
import styles from './message-list.module.css';

/** A row that nobody has seen yet, pixels. */
const UNSEEN_ROW = 56;

/** The rows near the view. Loading older ones moves nothing; new ones are followed by whoever reads the newest. */
export function VirtualRows({ ref, rows, scroller, found, start, above, show }: RowsProps) {
  const [still] = useState(() => measure(scroller.current!));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]!.key,
    estimateSize: (index) => still.heights.get(rows[index]!.key) ?? UNSEEN_ROW,
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
  // The column takes over from the one whose rows all stood in the document: what was read stays where it was.
  useLayoutEffect(() => {
    const view = scroller.current!;
    view.scrollTo({ top: view.scrollHeight - still.toEnd });
  }, [scroller, still]);
  return (
    <div className={styles['rows']} style={{ height: virtual.getTotalSize() }}>
      {above}
      {virtual.getVirtualItems().map((item) => (
        <div
          key={item.key}
          data-index={item.index}
          ref={virtual.measureElement}
          className={clsx(styles['row'], rows[item.index]!.key === found && styles['found'])}
          style={{ transform: `translateY(${item.start}px)` }}
        >
          {show(rows[item.index]!)}
        </div>
      ))}
    </div>
  );
}

/** The heights of the rows that stand in the document, by key, and where they are scrolled to. */
function measure(view: HTMLElement) {
  const rows = [...view.querySelectorAll<HTMLElement>('[data-key]')];
  return {
    heights: new Map(rows.map((row) => [row.dataset['key']!, row.getBoundingClientRect().height])),
    top: view.scrollTop,
    toEnd: view.scrollHeight - view.scrollTop,
  };
}
