import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import styles from '../office.module.css';

interface WaitingListProps<Thing> {
  /** The group of its words in `back_office`. */
  words: string;
  things: readonly Thing[];
  children: (thing: Thing) => ReactNode;
}

/** A screen of what waits for a decision, one below the other; when nothing waits it says so. */
export function WaitingList<Thing extends { id: number | string }>({ words, things, children }: WaitingListProps<Thing>) {
  const { t } = useTranslation('back_office');
  return (
    <Page title={t(`menu.${words}`)} lead={t(`${words}.lead`)}>
      {things.length === 0 && <EmptyState icon={<IconCircleCheck size={44} />} title={t(`${words}.none`)} text={t(`${words}.none_text`)} />}
      <ul className={styles['list']}>
        {things.map((thing) => (
          <li key={thing.id}>{children(thing)}</li>
        ))}
      </ul>
    </Page>
  );
}
