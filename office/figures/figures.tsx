import { useQuery } from '@tanstack/react-query';
import type { Figures as Data } from '#contract/figures/figures.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { QueryForm } from '#web/router/query-form.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { IconClock } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { AnswerFigures } from './answers.tsx';
import { ClaimFigures } from './claims.tsx';
import { Cohorts } from './cohorts.tsx';
import { DaysChart, RevenueChart } from './figure-charts.tsx';
import { Revenue } from './revenue.tsx';
import { SourceFigures } from './sources.tsx';
import { Totals } from './totals.tsx';
import linkChoice from '#office/pieces/link-choice.module.css';
import styles from './figures.module.css';

const periodIn = (search: URLSearchParams) =>
  Object.fromEntries(
    (['from', 'to', 'site'] as const).flatMap((field) => {
      const value = search.get(field);
      return value ? [[field, value]] : [];
    }),
  );
const figuresQuery = (search: URLSearchParams) => callQuery('adminFigures', { query: periodIn(search) });

export const load: ScreenLoad = ({ ensure, requireUser, url }) => {
  requireUser();
  return ensure(figuresQuery(url.searchParams));
};
export const handle = { i18n: ['office/figures', 'errors'] };

export default function Figures() {
  const { t } = useTranslation('office/figures');
  const { shortDate, time } = useFormats();
  const [search] = useSearchParams();
  const { data } = useQuery({ ...figuresQuery(search), placeholderData: (before) => before });
  if (!data) return <TextSkeleton lines={12} />;
  return (
    <Page
      title={t('title')}
      lead={
        data.counted_at ? (
          <span suppressHydrationWarning>
            {t('counted', { day: shortDate(data.counted_at), time: time(data.counted_at) })}
          </span>
        ) : (
          t('days_of_sites')
        )
      }
      className={styles['page']}
    >
      <Choice data={data} />
      {data.counted_at === null ? (
        <EmptyState icon={<IconClock size={30} />} title={t('none')} text={t('none_text')} />
      ) : (
        <>
          <Totals data={data} />
          <DaysChart data={data} />
          <RevenueChart data={data} />
          <Revenue data={data} />
          <SourceFigures data={data} />
          <Cohorts data={data} />
          <AnswerFigures data={data} />
          <ClaimFigures data={data} />
        </>
      )}
    </Page>
  );
}

const STRETCHES = [7, 28, 90, 365] as const;
const DAY_MS = 86_400_000;
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

function Choice({ data: { from, to, sites } }: { data: Data }) {
  const { t } = useTranslation('office/figures');
  const { shortDate } = useFormats();
  const [search] = useSearchParams();
  const site = search.get('site') ?? '';
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return (
    <div className={styles['choice']}>
      <nav className={linkChoice['choice']} aria-label={t('stretches')}>
        {STRETCHES.map((stretch) => (
          <Link
            key={stretch}
            to={`?${new URLSearchParams({ from: dayBefore(to, stretch - 1), to, ...(site && { site }) })}`}
            aria-current={stretch === days ? 'true' : undefined}
            preventScrollReset
          >
            {t('days', { count: stretch })}
          </Link>
        ))}
      </nav>
      <QueryForm className={styles['fields']} key={`${from} ${to} ${site}`}>
        <TextInput name="from" type="date" label={t('from')} defaultValue={from} required />
        <TextInput name="to" type="date" label={t('to')} defaultValue={to} required />
        {sites.length > 1 && (
          <Select
            name="site"
            label={t('site')}
            defaultValue={site}
            options={[
              { value: '', label: t('all_sites') },
              ...sites.map((host) => ({ value: host, label: host === '*' ? t('main_site') : host })),
            ]}
          />
        )}
        <Button type="submit" look="secondary">
          {t('show')}
        </Button>
      </QueryForm>
      <p className={styles['quiet']} suppressHydrationWarning>
        {t('compared', {
          from: shortDate(`${dayBefore(from, days)}T12:00:00Z`),
          to: shortDate(`${dayBefore(from, 1)}T12:00:00Z`),
        })}
      </p>
    </div>
  );
}
