import { gatewayLabels } from '#contract/lists/gateways.ts';
import type { Operations } from '#contract/operations/calls.ts';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { Card } from '#web/ui/page.tsx';
import { Moment } from './moment.tsx';
import styles from './operations.module.css';

/** When each payment gateway was last heard of. */
export function GatewayContacts({ gateways }: Pick<Operations, 'gateways'>) {
  const { t } = useTranslation('office/operations');
  const { number } = useFormats();
  return (
    <Card title={t('gateways.title')} className={styles['card']}>
      <Table
        caption={t('gateways.title')}
        rows={gateways}
        keyOf={({ name }) => name}
        empty={<p>{t('gateways.none')}</p>}
        columns={[
          { key: 'name', head: t('gateways.name'), title: true, cell: ({ name }) => gatewayLabels[name] },
          ...(['last_paid', 'last_notification', 'answered_at', 'failed_at'] as const).map((key) => ({
            key,
            head: t(`gateways.${key}`),
            cell: (row: Operations['gateways'][number]) => <Moment at={row[key]} />,
          })),
          {
            key: 'failures',
            head: t('gateways.failures'),
            number: true,
            cell: ({ failures }) => (failures > 0 ? <Tag tone="red">{number(failures)}</Tag> : '0'),
          },
        ]}
      />
    </Card>
  );
}
