import type { CallReply } from '#contract/calls.ts';
import type { CampaignRow } from '#contract/figures/figures.ts';
import type { CampaignGrouping } from '#contract/rules/figure-rules.ts';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';

type Data = CallReply<'adminCampaigns'>;

/** What a click on a row shows next: a source's campaigns, and a campaign's weeks. */
const next: Record<CampaignGrouping, CampaignGrouping | null> = {
  network: 'campaign',
  campaign: 'week',
  landing: null,
  week: null,
};

const steps = ['signups', 'activated', 'wrote', 'bought', 'bought_again'] as const;

export function CampaignTable({ data: { by, rows } }: { data: Data }) {
  const { t } = useTranslation('office/figures');
  const { money, number, percent } = useFormats();
  return (
    <Table<CampaignRow>
      caption={t(`campaigns.by.${by}`)}
      rows={rows}
      keyOf={({ network, campaign, lander, slug, week }) =>
        [network, campaign, lander, slug, week].join('\n')
      }
      empty={null}
      columns={[
        {
          key: 'name',
          head: t(`campaigns.by.${by}`),
          title: true,
          width: 2.4,
          cell: (row) => <Name by={by} row={row} />,
        },
        {
          key: 'visits',
          head: t('steps.visits'),
          number: true,
          width: 0.9,
          cell: ({ visits }) => (visits === null ? '–' : number(visits)),
        },
        ...steps.map((step) => ({
          key: step,
          head: t(step === 'bought_again' ? 'campaigns.bought_again' : `steps.${step}`),
          number: true,
          width: 1.3,
          cell: (row: CampaignRow) =>
            step === 'signups' || row.signups === 0
              ? number(row[step])
              : `${number(row[step])} (${percent((100 * row[step]) / row.signups)})`,
        })),
        {
          key: 'revenue',
          head: t('campaigns.revenue'),
          number: true,
          width: 1.7,
          cell: ({ revenue }) =>
            revenue.length > 0 ? revenue.map((sum) => <div key={sum.currency}>{money(sum)}</div>) : '–',
        },
      ]}
    />
  );
}

function Name({ by, row }: { by: CampaignGrouping; row: CampaignRow }) {
  const { t } = useTranslation('office/figures');
  const { shortDate } = useFormats();
  const [search] = useSearchParams();
  if (by === 'week') return <span suppressHydrationWarning>{shortDate(`${row.week}T12:00:00Z`)}</span>;
  if (by === 'landing')
    return [row.lander, row.slug].filter(Boolean).join(' · ') || t('campaigns.no_landing');
  const network = row.network === '?' ? t('unknown_network') : row.network || t('no_network');
  const campaign = row.campaign === '?' ? t('campaigns.small') : row.campaign || t('campaigns.no_campaign');
  const to = new URLSearchParams(search);
  to.delete('search');
  to.set('network', row.network ?? '');
  if (row.campaign !== null) to.set('campaign', row.campaign);
  to.set('by', next[by] ?? by);
  return <Link to={`?${to}`}>{by === 'network' ? network : `${campaign} · ${network}`}</Link>;
}
