import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Page } from '#web/ui/page.tsx';
import { TransparencyTables, transparencyTexts } from './transparency-tables.tsx';

const reportQuery = callQuery('transparency');

export const load: ScreenLoad = ({ ensure }) => ensure(reportQuery);
export const handle = { i18n: transparencyTexts };

export default function Transparency() {
  const { t } = useTranslation('transparency');
  const { date } = useFormats();
  const { data } = useQuery(reportQuery);
  if (!data) return null;
  return (
    <Page title={t('title')} lead={t('lead', { from: date(data.from), to: date(data.to) })} isPublic>
      <TransparencyTables report={data} />
    </Page>
  );
}
