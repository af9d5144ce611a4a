import { useQuery } from '@tanstack/react-query';
import { FileLink } from '#office/pieces/step-up.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { QueryForm } from '#web/router/query-form.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { TransparencyTables, transparencyTexts } from '#web/transparency/transparency-tables.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { DsaStatements, dsaQuery } from './dsa-statements.tsx';
import styles from './transparency.module.css';

const isDay = (value: string | null) => value !== null && /^\d{4}-\d\d-\d\d$/.test(value);
const periodIn = (search: URLSearchParams) =>
  Object.fromEntries(
    (['from', 'to'] as const).flatMap((field) => {
      const value = search.get(field);
      return isDay(value) ? [[field, value]] : [];
    }),
  );
const reportQuery = (search: URLSearchParams) => callQuery('adminTransparency', { query: periodIn(search) });

export const load: ScreenLoad = ({ ensure, requireUser, url }) => {
  requireUser();
  return Promise.all([ensure(reportQuery(url.searchParams)), ensure(dsaQuery)]);
};
export const handle = { i18n: ['office/moderation', 'errors', ...transparencyTexts] };

export default function Transparency() {
  const { t } = useTranslation('office/moderation');
  const [search] = useSearchParams();
  const { data } = useQuery({ ...reportQuery(search), placeholderData: (before) => before });
  if (!data) return <TextSkeleton lines={12} />;
  const { from, to } = data;
  return (
    <Page title={t('transparency.title')} lead={t('transparency.lead')} className={styles['page']}>
      <QueryForm className={styles['fields']} key={`${from} ${to}`}>
        <TextInput name="from" type="date" label={t('transparency.from')} defaultValue={from} required />
        <TextInput name="to" type="date" label={t('transparency.to')} defaultValue={to} required />
        <Button type="submit" look="secondary">
          {t('transparency.show')}
        </Button>
        <FileLink
          className={styles['file']}
          href={`/api/admin/transparency?${new URLSearchParams({ from, to })}`}
        >
          <IconDownload size={18} aria-hidden="true" />
          {t('transparency.csv')}
        </FileLink>
      </QueryForm>
      <TransparencyTables report={data} />
      <DsaStatements />
    </Page>
  );
}
