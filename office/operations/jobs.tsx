import { useState } from 'react';
import type { JobKind, Operations } from '#contract/operations/calls.ts';
import { May } from '#office/pieces/may.tsx';
import { type Column, Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { waitingTimeText } from '#office/pieces/waiting-time.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Card } from '#web/ui/page.tsx';
import { Moment } from './moment.tsx';
import styles from './operations.module.css';

/** The queue of background jobs, and the kinds of jobs that have problems or run. */
export function Jobs({ jobs, queue }: Pick<Operations, 'jobs' | 'queue'>) {
  const { t, i18n } = useTranslation('office/operations');
  return (
    <Card title={t('jobs.title')} className={styles['card']}>
      {queue.stands_still && <Alert tone="error" title={t('jobs.stands_still')} />}
      <p className={styles['quiet']}>
        {[
          t('jobs.workers', { count: queue.workers }),
          t('jobs.due', { count: queue.due }),
          ...(queue.due > 0
            ? [t('jobs.oldest', { time: waitingTimeText(i18n.language, queue.oldest_seconds) })]
            : []),
          t('jobs.failed_in_all', { count: queue.failed }),
        ].join(' · ')}
      </p>
      <Table
        caption={t('jobs.title')}
        rows={jobs}
        keyOf={({ kind }) => kind}
        empty={<p>{t('jobs.none')}</p>}
        columns={useColumns()}
      />
    </Card>
  );
}

function useColumns(): Column<JobKind>[] {
  const { t, i18n } = useTranslation('office/operations');
  const { number } = useFormats();
  return [
    { key: 'kind', head: t('jobs.kind'), width: 20, title: true, cell: ({ kind }) => <code>{kind}</code> },
    ...(['failed', 'retrying', 'late'] as const).map((key) => ({
      key,
      head: t(`jobs.${key}`),
      width: 9,
      number: true,
      cell: (row: JobKind) => number(row[key]),
    })),
    {
      key: 'running',
      head: t('jobs.running'),
      width: 12,
      number: true,
      cell: ({ running, running_seconds: seconds }) =>
        running === 0 ? '0' : `${number(running)} (${waitingTimeText(i18n.language, seconds)})`,
    },
    {
      key: 'error',
      head: t('jobs.last_error'),
      width: 28,
      cell: ({ last_error: error, last_error_at: at }) =>
        error === null ? (
          '–'
        ) : (
          <>
            <span lang="en">{error}</span>
            <small className={styles['quiet']}>
              <Moment at={at} />
            </small>
          </>
        ),
    },
    { key: 'acts', head: t('jobs.acts'), width: 18, cell: (row) => <Acts row={row} /> },
  ];
}

function Acts({ row: { kind, failed, retrying } }: { row: JobKind }) {
  const { t } = useTranslation('office/operations');
  const refresh = ['adminOperations'] as const;
  const retry = useAct('retryJobs', {
    done: ({ done }) => t('jobs.retried', { count: done }),
    refresh: [...refresh],
  });
  const discard = useAct('discardJobs', {
    done: ({ done }) => t('jobs.discarded', { count: done }),
    refresh: [...refresh],
  });
  const [asked, setAsked] = useState(false);
  return (
    <div className={styles['acts']}>
      {failed + retrying > 0 && (
        <May call="retryJobs">
          <Button look="secondary" size="s" busy={retry.isPending} onClick={() => retry.mutate({ kind })}>
            {t('jobs.retry')}
          </Button>
        </May>
      )}
      {failed > 0 && (
        <May call="discardJobs">
          <Button look="quiet" size="s" onClick={() => setAsked(true)}>
            {t('jobs.discard')}
          </Button>
        </May>
      )}
      <Modal
        open={asked}
        onClose={() => setAsked(false)}
        title={t('jobs.discard_ask', { count: failed })}
        size="s"
        footer={
          <Button
            look="danger"
            busy={discard.isPending}
            onClick={() => discard.mutate({ kind }, { onSuccess: () => setAsked(false) })}
          >
            {t('jobs.discard')}
          </Button>
        }
      >
        <p>{t('jobs.discard_text', { kind })}</p>
      </Modal>
    </div>
  );
}
