import type { ReactNode } from 'react';
import { Page } from '#web/ui/page.tsx';
import styles from './access-page.module.css';

interface AccessPageProps {
  title: string;
  heading: ReactNode;
  lead?: ReactNode;
  icon?: ReactNode;
  /** Under the card: the other way in. */
  below?: ReactNode;
  isPublic?: boolean;
  /** What it shows comes after it opened (`Page`). */
  settles?: boolean;
  children?: ReactNode;
}

/** One thing to do, on a card in the middle of the page: log-in, reset, confirmations. */
export function AccessPage({ title, heading, lead, icon, below, isPublic, settles, children }: AccessPageProps) {
  return (
    <Page title={title} heading={null} width="narrow" isPublic={isPublic} settles={settles} className={styles['page']}>
      <section className={styles['card']}>
        {icon && <span className={styles['icon']}>{icon}</span>}
        <h1>{heading}</h1>
        {lead && <p className={styles['lead']}>{lead}</p>}
        {children}
      </section>
      {below && <p className={styles['below']}>{below}</p>}
    </Page>
  );
}
