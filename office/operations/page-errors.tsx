import type { Operations } from '#contract/operations/calls.ts';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Card } from '#web/ui/page.tsx';
import { Moment } from './moment.tsx';
import styles from './operations.module.css';

/** Errors in browsers by release: the kind and the place in the code, never what somebody was doing. */
export function PageErrors({ errors }: { errors: Operations['page_errors'] }) {
  const { t } = useTranslation('office/operations');
  const { number } = useFormats();
  return (
    <Card title={t('page_errors.title')} className={styles['card']}>
      <p className={styles['quiet']}>{t('page_errors.lead')}</p>
      <Table
        caption={t('page_errors.title')}
        rows={errors}
        keyOf={({ release, name, message, frame, first_at: at }) =>
          `${release} ${name} ${message} ${frame} ${at}`
        }
        empty={<p>{t('page_errors.none')}</p>}
        columns={[
          {
            key: 'error',
            head: t('page_errors.error'),
            width: 44,
            title: true,
            cell: ({ name, message, frame }) => (
              <span lang="en">
                {name}: {message}
                {frame && <code className={styles['frame']}>{frame}</code>}
              </span>
            ),
          },
          { key: 'path', head: t('page_errors.path'), width: 16, cell: ({ path }) => path },
          { key: 'release', head: t('page_errors.release'), width: 12, cell: ({ release }) => release },
          {
            key: 'count',
            head: t('page_errors.count'),
            width: 8,
            number: true,
            cell: (row) => number(row.count),
          },
          {
            key: 'last',
            head: t('page_errors.last'),
            width: 20,
            cell: ({ last_at: at }) => <Moment at={at} />,
          },
        ]}
      />
    </Card>
  );
}
