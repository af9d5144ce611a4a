import { clsx } from 'clsx';
import { useEffect, useImperativeHandle, useRef } from 'react';
import { NEAR_END, type RowsProps } from './row-places.ts';
import styles from './message-list.module.css';

/** All rows in the document, as the server renders them too. Whoever reads the newest goes on reading the newest. */
export function StillRows({ ref, rows, scroller, found, start, above, show }: RowsProps) {
  const column = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    toEnd: () => scroller.current!.scrollTo({ top: scroller.current!.scrollHeight }),
    toRow(index) {
      const [row, view] = [column.current!.children[index + 1]!.getBoundingClientRect(), scroller.current!.getBoundingClientRect()];
      scroller.current!.scrollBy({ top: row.top + row.height / 2 - view.top - view.height / 2 });
    },
  }));
  useEffect(() => {
    const view = scroller.current!;
    let atEnd = true;
    const look = () => (atEnd = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_END);
    const grown = new ResizeObserver(() => atEnd && view.scrollTo({ top: view.scrollHeight }));
    grown.observe(column.current!);
    view.addEventListener('scroll', look, { passive: true });
    return () => {
      grown.disconnect();
      view.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return (
    <div ref={column} className={styles['still']}>
      <div style={{ height: start }}>{above}</div>
      {rows.map((row) => (
        <div key={row.key} data-key={row.key} className={clsx(styles['still-row'], row.key === found && styles['found'])}>
          {show(row)}
        </div>
      ))}
    </div>
  );
}
