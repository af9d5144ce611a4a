import { clsx } from 'clsx';
import { useEffect, useImperativeHandle, useRef } from 'react';
import { NEAR_END } from '#web/messages/near-end.ts';
import type { RowsProps } from './row-places.ts';
import styles from './message-list.module.css';

/** Renders all rows, also on the server. If the reader is at the end, the view follows new rows. */
export function StillRows({ ref, rows, scroller, found, start, above, show }: RowsProps) {
  const column = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    toEnd: () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }),
    toRow(index) {
      const row = column.current?.children[index + 1]?.getBoundingClientRect();
      const view = scroller.current?.getBoundingClientRect();
      if (row && view)
        scroller.current?.scrollBy({ top: row.top + row.height / 2 - view.top - view.height / 2 });
    },
  }));
  useEffect(() => {
    const view = scroller.current;
    if (!view || !column.current) return;
    let atEnd = true;
    const updateAtEnd = () => (atEnd = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_END);
    const resizes = new ResizeObserver(() => atEnd && view.scrollTo({ top: view.scrollHeight }));
    resizes.observe(column.current);
    view.addEventListener('scroll', updateAtEnd, { passive: true });
    return () => {
      resizes.disconnect();
      view.removeEventListener('scroll', updateAtEnd);
    };
  }, [scroller]);
  return (
    <div ref={column} className={styles['still']}>
      <div style={{ height: start }}>{above}</div>
      {rows.map((row) => (
        <div
          key={row.key}
          data-key={row.key}
          className={clsx(styles['still-row'], row.key === found && styles['found'])}
        >
          {show(row)}
        </div>
      ))}
    </div>
  );
}
