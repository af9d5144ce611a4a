import { clsx } from 'clsx';
import styles from './fact-list.module.css';

/** What is what, a line each: the name at the start, its value at the end. Names differ. */
export const FactList = ({ facts, className }: { facts: readonly (readonly [string, string])[]; className?: string | undefined }) => (
  <dl className={clsx(styles['facts'], className)}>
    {facts.map(([what, value]) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
