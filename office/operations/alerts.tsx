import { gatewayLabels, gatewayNames } from '#contract/lists/gateways.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import type { Alert as AlertRow } from '#contract/operations/calls.ts';
import { useMay } from '#office/pieces/may.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { Card } from '#web/ui/page.tsx';
import { Moment } from './moment.tsx';
import styles from './operations.module.css';

/** The alerts that have begun, and below them those that have ended. */
export function Alerts({ alerts }: { alerts: AlertRow[] }) {
  const { t } = useTranslation('office/operations');
  const maySet = useMay('adminSettings');
  const open = alerts.filter(({ ended_at }) => ended_at === null);
  return (
    <Card title={t('alerts.title')} className={styles['card']}>
      {open.length === 0 ? (
        <Alert tone="success" title={t('alerts.none')} />
      ) : (
        open.map((alert) => (
          <Alert key={alert.id} tone="warning" title={<Sentence alert={alert} />}>
            {t('alerts.since')} <Moment at={alert.began_at} />
          </Alert>
        ))
      )}
      {alerts.length > open.length && (
        <details>
          <summary>{t('alerts.ended')}</summary>
          <Table
            caption={t('alerts.ended')}
            rows={alerts.filter(({ ended_at }) => ended_at !== null)}
            keyOf={({ id }) => id}
            empty={null}
            columns={[
              {
                key: 'what',
                head: t('alerts.what'),
                title: true,
                cell: (alert) => <Sentence alert={alert} />,
              },
              { key: 'began', head: t('alerts.began'), cell: ({ began_at }) => <Moment at={began_at} /> },
              { key: 'over', head: t('alerts.over'), cell: ({ ended_at }) => <Moment at={ended_at} /> },
            ]}
          />
        </details>
      )}
      <p className={styles['quiet']}>
        {t('alerts.how')} {maySet && <Link to="/admin/settings?find=alert_">{t('alerts.limits')}</Link>}
      </p>
    </Card>
  );
}

function Sentence({ alert: { rule, subject, value, ended_at } }: { alert: AlertRow }) {
  const { t } = useTranslation('office/operations');
  const gateway = itemOf(gatewayNames, subject);
  return (
    <>
      {t(`alerts.rules.${rule}`, { subject: gateway ? gatewayLabels[gateway] : subject, count: value })}{' '}
      {ended_at !== null && <Tag>{t('alerts.over')}</Tag>}
    </>
  );
}
