import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { officeLoad } from '#office/pieces/office-load.ts';
import { Table } from '#office/pieces/table.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Page } from '#web/ui/page.tsx';
import { WrittenPlaces } from './written-places.tsx';
import styles from './texts.module.css';

const mailsQuery = callQuery('adminMails');

export const load = officeLoad(mailsQuery);
export const handle = { i18n: ['office/texts', 'errors'] };

type ListedMail = CallReply<'adminMails'>['mails'][number];

export default function Mails() {
  const { t } = useTranslation(['office/texts', 'office/frame']);
  const [query] = useSearchParams();
  const { data } = useQuery(mailsQuery);
  return (
    <Page title={t('office/frame:menu.mails')} lead={t('mails.lead')}>
      <Table<ListedMail>
        caption={t('office/frame:menu.mails')}
        rows={data?.mails ?? []}
        keyOf={({ template }) => template}
        empty={null}
        columns={[
          {
            key: 'mail',
            head: t('mails.mail'),
            title: true,
            cell: ({ template }) => (
              <Link to={`/admin/mails/${template}?${query}`}>
                {t(`mails.names.${template.replaceAll('-', '_')}`)}
              </Link>
            ),
          },
          {
            key: 'type',
            head: t('mails.type'),
            cell: ({ type }) =>
              type ? t(`mails.types.${type}`) : <span className={styles['quiet']}>{t('mails.always')}</span>,
          },
          { key: 'own', head: t('written'), cell: ({ own }) => <WrittenPlaces texts={own} /> },
        ]}
      />
    </Page>
  );
}
