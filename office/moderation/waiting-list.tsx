import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import styles from '#office/pieces/office.module.css';

interface WaitingListProps<Thing> {
  words: string;
  things: readonly Thing[];
  children: (thing: Thing) => ReactNode;
}

export function WaitingList<Thing extends { id: number | string }>({
  words,
  things,
  children,
}: WaitingListProps<Thing>) {
  const { t } = useTranslation(['office/moderation', 'office/frame']);
  return (
    <Page title={t(`office/frame:menu.${words}`)} lead={t(`${words}.lead`)}>
      {things.length === 0 && (
        <EmptyState
          icon={<IconCircleCheck size={44} />}
          title={t(`${words}.none`)}
          text={t(`${words}.none_text`)}
        />
      )}
      <ul className={styles['list']}>
        {things.map((thing) => (
          <li key={thing.id}>{children(thing)}</li>
        ))}
      </ul>
    </Page>
  );
}
