import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { Table } from '#web/back-office/table.tsx';
import styles from './texts.module.css';

const pagesQuery = callQuery('adminPages');

const load = officeLoad(pagesQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'back_office_texts', 'errors'] };

type Listed = CallReply<'adminPages'>['pages'][number];

/** /admin/pages: the static pages, and the form for another. */
export default function Pages() {
  const { t } = useTranslation(['back_office_texts', 'back_office']);
  const [query] = useSearchParams();
  const { data } = useQuery(pagesQuery);
  return (
    <Page title={t('back_office:menu.pages')} lead={t('pages.lead')}>
      <div className={styles['stack']}>
        <Table<Listed>
          caption={t('back_office:menu.pages')}
          rows={data?.pages ?? []}
          keyOf={({ token }) => token}
          empty={null}
          columns={[
            {
              key: 'page',
              head: t('pages.page'),
              title: true,
              cell: ({ token, standard }) => (
                <>
                  <Link to={`/admin/pages/${token}?${query}`}>{standard ? t(`pages.names.${token}`) : (t('pages.own_page', { token }) as string)}</Link>
                </>
              ),
            },
            { key: 'address', head: t('pages.address'), cell: ({ token, standard }) => <code>{standard ? `/pages/${token}` : `/${token}`}</code> },
            { key: 'written', head: t('pages.written'), cell: ({ texts }) => <Written texts={texts} /> },
          ]}
        />
        <NewPage />
      </div>
    </Page>
  );
}

/** In which languages, and for which sites, operators wrote it. */
export function Written({ texts }: { texts: { host: string; language: string }[] }) {
  const { t } = useTranslation('back_office_texts');
  if (texts.length === 0) return <span className={styles['quiet']}>{t('standard')}</span>;
  return (
    <span className={styles['tags']}>
      {texts.map(({ host, language }) => (
        <Tag key={`${host} ${language}`}>{host === '*' ? language : `${host}: ${language}`}</Tag>
      ))}
    </span>
  );
}

function NewPage() {
  const { t } = useTranslation('back_office_texts');
  const navigate = useNavigate();
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token')).trim().toLowerCase();
    if (/^[a-z0-9][a-z0-9-]{0,59}$/.test(token)) void navigate(`/admin/pages/${token}`);
    else setWrong(true);
  };
  return (
    <Card title={t('pages.new')}>
      <form className={styles['line']} onSubmit={submit} noValidate>
        <TextInput
          name="token"
          label={t('pages.address')}
          hint={t('pages.address_hint')}
          error={wrong ? t('pages.address_wrong') : undefined}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
        />
        <Button type="submit" look="secondary">
          {t('pages.write')}
        </Button>
      </form>
    </Card>
  );
}
