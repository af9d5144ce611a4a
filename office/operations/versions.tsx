import type { Operations } from '#contract/operations/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './operations.module.css';

export function Versions({ versions }: Pick<Operations, 'versions'>) {
  const { t } = useTranslation('office/operations');
  const { liaison, release, node, postgres, newest } = versions;
  return (
    <Card title={t('versions.title')} className={styles['card']}>
      <FactList
        facts={[
          ['Liaison', liaison],
          [t('versions.newest'), newest ?? t('versions.unknown')],
          [t('versions.release'), release],
          ['PostgreSQL', postgres],
          ['Node', node],
        ]}
      />
    </Card>
  );
}
