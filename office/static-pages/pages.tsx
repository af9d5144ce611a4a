import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { Table } from '#office/pieces/table.tsx';
import { WrittenPlaces } from '#office/texts/written-places.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import styles from '#office/texts/texts.module.css';

const pagesQuery = callQuery('adminPages');

export const load = officeLoad(pagesQuery);
export const handle = { i18n: ['office/static-pages', 'office/texts', 'errors'] };

type ListedPage = CallReply<'adminPages'>['pages'][number];

export default function Pages() {
  const { t } = useTranslation(['office/static-pages', 'office/texts', 'office/frame']);
  const [query] = useSearchParams();
  const { data } = useQuery(pagesQuery);
  return (
    <Page title={t('office/frame:menu.pages')} lead={t('lead')}>
      <div className={styles['stack']}>
        <Table<ListedPage>
          caption={t('office/frame:menu.pages')}
          rows={data?.pages ?? []}
          keyOf={({ token }) => token}
          empty={null}
          columns={[
            {
              key: 'page',
              head: t('page'),
              title: true,
              cell: ({ token, standard }) => (
                <>
                  <Link to={`/admin/pages/${token}?${query}`}>
                    {standard ? t(`names.${token}`) : (t('own_page', { token }) as string)}
                  </Link>
                </>
              ),
            },
            {
              key: 'address',
              head: t('address'),
              cell: ({ token, standard }) => <code>{standard ? `/pages/${token}` : `/${token}`}</code>,
            },
            {
              key: 'written',
              head: t('office/texts:written'),
              cell: ({ texts }) => <WrittenPlaces texts={texts} />,
            },
          ]}
        />
        <May call="adminWritePage">
          <NewPage />
        </May>
      </div>
    </Page>
  );
}

function NewPage() {
  const { t } = useTranslation('office/static-pages');
  const navigate = useNavigate();
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token')).trim().toLowerCase();
    if (/^[a-z0-9][a-z0-9-]{0,59}$/.test(token)) void navigate(`/admin/pages/${token}`);
    else setWrong(true);
  };
  return (
    <Card title={t('new')}>
      <form className={styles['line']} onSubmit={submit} noValidate>
        <TextInput
          name="token"
          label={t('address')}
          hint={t('address_hint')}
          error={wrong ? t('address_wrong') : undefined}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
        />
        <Button type="submit" look="secondary">
          {t('write')}
        </Button>
      </form>
    </Card>
  );
}
