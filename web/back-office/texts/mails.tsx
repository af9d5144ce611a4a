import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link, useSearchParams } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Page } from '#web/ui/page.tsx';
import { Table } from '#web/back-office/table.tsx';
import { Written } from './pages.tsx';
import styles from './texts.module.css';

const mailsQuery = callQuery('adminMails');

const load = officeLoad(mailsQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'back_office_texts', 'errors'] };

type Listed = CallReply<'adminMails'>['mails'][number];

/** /admin/mails: every mail that the site sends. */
export default function Mails() {
  const { t } = useTranslation(['back_office_texts', 'back_office']);
  const [query] = useSearchParams();
  const { data } = useQuery(mailsQuery);
  return (
    <Page title={t('back_office:menu.mails')} lead={t('mails.lead')}>
      <Table<Listed>
        caption={t('back_office:menu.mails')}
        rows={data?.mails ?? []}
        keyOf={({ template }) => template}
        empty={null}
        columns={[
          {
            key: 'mail',
            head: t('mails.mail'),
            title: true,
            cell: ({ template }) => <Link to={`/admin/mails/${template}?${query}`}>{t(`mails.names.${template.replaceAll('-', '_')}`)}</Link>,
          },
          {
            key: 'type',
            head: t('mails.type'),
            cell: ({ type }) => (type ? t(`mails.types.${type}`) : <span className={styles['quiet']}>{t('mails.always')}</span>),
          },
          { key: 'own', head: t('pages.written'), cell: ({ own }) => <Written texts={own} /> },
        ]}
      />
    </Page>
  );
}
