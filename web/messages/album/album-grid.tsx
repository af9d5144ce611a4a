import { Children, type ReactNode } from 'react';
import styles from './album.module.css';

/** Two to six pictures, whose arrangement follows from their number. */
export function AlbumGrid({ children }: { children: ReactNode }) {
  return (
    <div className={styles['grid']} data-count={Children.count(children)}>
      {children}
    </div>
  );
}
