import { useQuery } from '@tanstack/react-query';
import type { StatementRow } from '#contract/desk/statement.ts';
import { dateIn } from '#contract/rules/date-rules.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { May } from '#office/pieces/may.tsx';
import { FileLink } from '#office/pieces/step-up.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings } from '#web/session/use-session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './board.module.css';

const queryOf = (month: string) => callQuery('deskStatement', { query: { month } });
/** The month in the URL, or else the present one in the site's time zone. */
const monthIn = (search: URLSearchParams, siteZone: string) => {
  const month = search.get('month') ?? '';
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : dateIn(new Date(), siteZone).slice(0, 7);
};

export const load: ScreenLoad = ({ ensure, requireUser, settings, url }) => {
  requireUser();
  return ensure(queryOf(monthIn(url.searchParams, settings.time_zone)));
};
export const handle = { i18n: ['office/desk', 'errors'] };

/** What each writer did in a month, as a basis for pay. */
export default function DeskStatement() {
  const { t } = useTranslation('office/desk');
  const { number } = useFormats();
  const [search, setSearch] = useSearchParams();
  const month = monthIn(search, useSettings().time_zone);
  const rows = useQuery(queryOf(month)).data?.rows ?? [];
  const figure = (key: 'answers' | 'minutes' | 'returned_credits' | 'scored') => ({
    key,
    head: t(`statement.${key}`),
    number: true,
    cell: (row: StatementRow) => number(row[key]),
  });
  return (
    <Page title={t('statement.title')} lead={t('statement.lead')}>
      <div className={styles['stack']}>
        <div className={styles['month']}>
          <TextInput
            label={t('statement.month')}
            type="month"
            value={month}
            onChange={({ target }) => target.value && setSearch({ month: target.value })}
          />
          <May call="deskStatementFile">
            <FileLink href={`/api/admin/desk-statement-file?month=${month}`}>{t('statement.file')}</FileLink>
          </May>
        </div>
        <Table<StatementRow>
          caption={t('statement.title')}
          rows={rows}
          keyOf={({ writer, site }) => `${writer?.id ?? 0} ${site}`}
          empty={<EmptyState title={t('statement.none')} />}
          columns={[
            {
              key: 'writer',
              head: t('writer'),
              title: true,
              cell: ({ writer }) => writer?.name ?? t('statement.nobody'),
            },
            {
              key: 'site',
              head: t('statement.site'),
              cell: ({ site }) => (site === DEFAULT_SITE ? t('statement.default_site') : site),
            },
            figure('answers'),
            figure('minutes'),
            figure('returned_credits'),
            figure('scored'),
            {
              key: 'score',
              head: t('statement.score'),
              number: true,
              cell: ({ score }) => (score === null ? '–' : number(Math.round(score * 10) / 10)),
            },
          ]}
        />
      </div>
    </Page>
  );
}
