import styles from './badge.module.css';

/** How a count is shown in the navigation: `99+` above 99 (docs/product.md 9). */
export const capped = (count: number) => (count > 99 ? '99+' : String(count));

/** A count beside a word or icon; nothing at zero, unless `showZero`. `label` says it in words. */
export function Badge({ count, label, tone = 'red', showZero }: { count: number; label: string; tone?: 'red' | 'gold'; showZero?: boolean }) {
  if (count === 0 && !showZero) return null;
  return (
    <span className={`${styles['badge']} ${styles[tone]}`}>
      <span aria-hidden="true">{capped(count)}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
