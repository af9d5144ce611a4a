import { useQuery } from '@tanstack/react-query';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import { campaignGroupings } from '#contract/rules/figure-rules.ts';
import { choiceIn } from '#office/pieces/choice.ts';
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
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { CampaignTable } from './campaign-table.tsx';
import linkChoice from '#office/pieces/link-choice.module.css';
import styles from './figures.module.css';

type Query = CallQuery<'adminCampaigns'>;

const queryIn = (search: URLSearchParams): Query => ({
  ...Object.fromEntries(
    (['from', 'to', 'site', 'network', 'campaign', 'search'] as const).flatMap((field) => {
      const value = search.get(field);
      return value === null || (value === '' && field !== 'network' && field !== 'campaign')
        ? []
        : [[field, value]];
    }),
  ),
  by: choiceIn(campaignGroupings, search.get('by') ?? '') ?? 'campaign',
});
const campaignsQuery = (search: URLSearchParams) => callQuery('adminCampaigns', { query: queryIn(search) });

export const load: ScreenLoad = ({ ensure, requireUser, url }) => {
  requireUser();
  return ensure(campaignsQuery(url.searchParams));
};
export const handle = { i18n: ['office/figures', 'errors'] };

export default function Campaigns() {
  const { t } = useTranslation(['office/figures', 'office/frame']);
  const { shortDate, time } = useFormats();
  const [search] = useSearchParams();
  const { data } = useQuery({ ...campaignsQuery(search), placeholderData: (before) => before });
  if (!data) return <TextSkeleton lines={12} />;
  return (
    <Page
      title={t('office/frame:menu.campaigns')}
      lead={
        <span suppressHydrationWarning>
          {t('campaigns.lead')}{' '}
          {data.counted_at &&
            t('campaigns.counted', { day: shortDate(data.counted_at), time: time(data.counted_at) })}
        </span>
      }
      className={styles['page']}
    >
      <Choice data={data} />
      {data.rows.length === 0 ? (
        <EmptyState
          title={t(data.counted_at === null ? 'campaigns.not_counted' : 'campaigns.none')}
          text={t('campaigns.none_text')}
        />
      ) : (
        <CampaignTable data={data} />
      )}
      {data.more > 0 && <p className={styles['quiet']}>{t('campaigns.more', { count: data.more })}</p>}
    </Page>
  );
}

const WEEKS = [4, 12, 26, 52] as const;
const WEEK_MS = 7 * 86_400_000;

function Choice({ data: { from, to, by, sites } }: { data: CallReply<'adminCampaigns'> }) {
  const { t } = useTranslation('office/figures');
  const [search] = useSearchParams();
  const weeks = (Date.parse(to) - Date.parse(from)) / WEEK_MS + 1;
  const withChange = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change))
      if (value === null) next.delete(name);
      else next.set(name, value);
    return `?${next}`;
  };
  const fromOf = (many: number) => new Date(Date.parse(to) - (many - 1) * WEEK_MS).toISOString().slice(0, 10);
  const narrowed = ['network', 'campaign'].filter((field) => search.has(field));
  return (
    <div className={styles['choice']}>
      <nav className={linkChoice['choice']} aria-label={t('campaigns.groupings')}>
        {campaignGroupings.map((grouping) => (
          <Link
            key={grouping}
            to={withChange({ by: grouping })}
            aria-current={grouping === by ? 'true' : undefined}
            preventScrollReset
          >
            {t(`campaigns.by.${grouping}`)}
          </Link>
        ))}
      </nav>
      <nav className={linkChoice['choice']} aria-label={t('campaigns.weeks_label')}>
        {WEEKS.map((many) => (
          <Link
            key={many}
            to={withChange({ from: fromOf(many), to })}
            aria-current={many === weeks ? 'true' : undefined}
            preventScrollReset
          >
            {t('campaigns.weeks', { count: many })}
          </Link>
        ))}
      </nav>
      <QueryForm className={styles['fields']} key={search.toString()}>
        {['by', 'from', 'to', 'network', 'campaign'].map(
          (field) =>
            search.has(field) && (
              <input key={field} type="hidden" name={field} value={search.get(field) ?? ''} />
            ),
        )}
        <TextInput
          name="search"
          type="search"
          label={t('campaigns.search')}
          defaultValue={search.get('search') ?? ''}
          maxLength={100}
        />
        {sites.length > 1 && (
          <Select
            name="site"
            label={t('site')}
            defaultValue={search.get('site') ?? ''}
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
      {narrowed.length > 0 && (
        <p className={styles['quiet']}>
          {t('campaigns.only', {
            what: narrowed.map((field) => search.get(field) || t('campaigns.nothing')).join(' · '),
          })}{' '}
          <Link to={withChange({ network: null, campaign: null })}>{t('campaigns.all')}</Link>
        </p>
      )}
    </div>
  );
}
