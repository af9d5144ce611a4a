import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** Pairs of name and value, one per line. Names must be unique, because they are the React keys. */
export const FactList = ({
  facts,
  className,
}: {
  facts: readonly (readonly [string, ReactNode])[];
  className?: string | undefined;
}) => (
  <dl className={clsx(styles['facts'], className)}>
    {facts.map(([what, value]) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
