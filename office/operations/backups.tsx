import type { Operations } from '#contract/operations/calls.ts';
import { WaitingTime } from '#office/pieces/waiting-time.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Card } from '#web/ui/page.tsx';
import { Moment } from './moment.tsx';
import styles from './operations.module.css';

/** The newest backup and the last restore drill. */
export function Backups({ backup, drill }: Pick<Operations, 'backup' | 'drill'>) {
  const { t } = useTranslation('office/operations');
  return (
    <Card title={t('backups.title')} className={styles['card']}>
      {!backup.scheduled && <Alert tone="warning" title={t('backups.unscheduled')} />}
      {!backup.readable && <Alert tone="warning" title={t('backups.unreadable')} />}
      <FactList
        facts={[
          [
            t('backups.newest'),
            <span key="newest">
              <Moment at={backup.newest} />
              {backup.newest && (
                <>
                  {' '}
                  (<WaitingTime since={backup.newest} />)
                </>
              )}
            </span>,
          ],
          [t('backups.stored'), backup.stored],
          [t('backups.drill'), <Moment key="drill" at={drill?.held_at ?? null} />],
          ...(drill
            ? ([
                [t('backups.lost'), t('backups.seconds', { count: drill.lost_seconds })],
                [t('backups.restore'), t('backups.seconds', { count: drill.restore_seconds })],
                [t('backups.faults'), drill.faults],
              ] as const)
            : []),
        ]}
      />
    </Card>
  );
}
