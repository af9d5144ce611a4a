import styles from './badge.module.css';

/** Count as shown in the navigation: `99+` above 99 (docs/product.md 9.2). */
export const cappedCount = (count: number) => (count > 99 ? '99+' : String(count));

export function Badge({
  count,
  label,
  tone = 'red',
  showZero,
}: {
  count: number;
  label: string;
  tone?: 'red' | 'gold' | 'quiet';
  showZero?: boolean;
}) {
  if (count === 0 && !showZero) return null;
  return (
    <span className={`${styles['badge']} ${styles[tone]}`}>
      <span aria-hidden="true">{cappedCount(count)}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
