import type { ReactNode } from 'react';
import { Page } from '#web/ui/page.tsx';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import styles from './access-page.module.css';

interface AccessPageProps {
  title: string;
  heading: ReactNode;
  lead?: ReactNode;
  icon?: ReactNode;
  below?: ReactNode;
  isPublic?: boolean;
  /** True if the content's height changes after loading (see `Page`). */
  settles?: boolean;
  children?: ReactNode;
}

export function AccessPage({
  title,
  heading,
  lead,
  icon,
  below,
  isPublic,
  settles,
  children,
}: AccessPageProps) {
  return (
    <Page
      title={title}
      heading={null}
      width="narrow"
      isPublic={isPublic}
      settles={settles}
      className={styles['page']}
    >
      <section className={styles['card']}>
        {icon && <RoundIcon>{icon}</RoundIcon>}
        <h1>{heading}</h1>
        {lead && <p className={styles['lead']}>{lead}</p>}
        {children}
      </section>
      {below && <p className={styles['below']}>{below}</p>}
    </Page>
  );
}
