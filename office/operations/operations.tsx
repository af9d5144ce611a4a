import { useQuery } from '@tanstack/react-query';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { AlertRecipients } from './alert-recipients.tsx';
import { Alerts } from './alerts.tsx';
import { Backups } from './backups.tsx';
import { Findings } from './findings.tsx';
import { GatewayContacts } from './gateway-contacts.tsx';
import { Jobs } from './jobs.tsx';
import { MailDays } from './mail-days.tsx';
import { PageErrors } from './page-errors.tsx';
import { Versions } from './versions.tsx';
import styles from './operations.module.css';

const REFRESH_MS = 30_000;
/** Between two looks at an examination that has been asked for. */
const EXAMINING_MS = 2000;
const operationsQuery = callQuery('adminOperations');

export const load: ScreenLoad = officeLoad(operationsQuery);
export const handle = { i18n: ['office/operations', 'errors'] };

export default function Operations() {
  const { t } = useTranslation('office/operations');
  const { data } = useQuery({
    ...operationsQuery,
    refetchInterval: ({ state }) => (state.data?.examining ? EXAMINING_MS : REFRESH_MS),
  });
  if (!data) return <TextSkeleton lines={12} />;
  return (
    <Page title={t('title')} lead={t('lead')} className={styles['page']}>
      <Alerts alerts={data.alerts} />
      <Findings findings={data.findings} examining={data.examining} />
      <Jobs jobs={data.jobs} queue={data.queue} />
      <div className={styles['pair']}>
        <Backups backup={data.backup} drill={data.drill} />
        <Versions versions={data.versions} />
      </div>
      <GatewayContacts gateways={data.gateways} />
      <MailDays days={data.mail_days} />
      <PageErrors errors={data.page_errors} />
      <AlertRecipients recipients={data.recipients} />
    </Page>
  );
}
