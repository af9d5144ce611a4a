import type { Figures } from '#contract/figures/figures.ts';
import { CLAIM_DAYS, LEAST_SAMPLE } from '#contract/rules/figure-rules.ts';
import { useMay } from '#office/pieces/may.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { FigureCard } from './figure-card.tsx';
import styles from './figures.module.css';

type Claim = Figures['claims'][number];

/**
 * Claims in the marketing copy beside their measured values. The site only displays measured values that an
 * owner publishes here.
 */
export function ClaimFigures({ data }: { data: Figures }) {
  const { t } = useTranslation('office/figures');
  const { number, percent, shortDate } = useFormats();
  const day = (date: string) => shortDate(`${date}T12:00:00Z`);
  const mayPublish = useMay('publishClaim');
  return (
    <FigureCard
      title={t('claims')}
      note={t('claims_note', { sample: LEAST_SAMPLE, days: CLAIM_DAYS })}
      part="claims"
      data={data}
    >
      <Table<Claim>
        caption={t('claims')}
        rows={data.claims}
        keyOf={({ site, id }) => `${site} ${id}`}
        empty={<p>{t('not_measured')}</p>}
        columns={[
          {
            key: 'claim',
            head: t('claim_head'),
            title: true,
            cell: ({ id, site }) => (
              <span className={styles['claim']}>
                {t(`claim.${id}`)}
                {site !== '*' && <small>{site}</small>}
              </span>
            ),
          },
          { key: 'told', head: t('told'), number: true, cell: ({ told }) => percent(told) },
          {
            key: 'true',
            head: t('true'),
            number: true,
            cell: ({ percentage }) => (percentage === null ? '–' : percent(percentage)),
          },
          { key: 'sample', head: t('sample'), number: true, cell: ({ sample }) => number(sample) },
          {
            key: 'on',
            head: t('measured_on'),
            cell: ({ measured_on }) => <span suppressHydrationWarning>{day(measured_on)}</span>,
          },
          {
            key: 'now',
            head: t('published'),
            cell: ({ published }) => (
              <span suppressHydrationWarning>
                {published
                  ? t('says', { percentage: percent(published.percentage), date: day(published.measured_on) })
                  : t('says_nothing')}
              </span>
            ),
          },
          ...(mayPublish
            ? [{ key: 'act', head: t('act'), cell: (claim: Claim) => <Publish claim={claim} /> }]
            : []),
        ]}
      />
    </FigureCard>
  );
}

function Publish({ claim: { site, id, publishable, published } }: { claim: Claim }) {
  const { t } = useTranslation('office/figures');
  const { mutate, isPending } = useAct('publishClaim', { done: t('done'), refresh: ['adminFigures'] });
  return (
    <span className={styles['buttons']}>
      {publishable && (
        <Button
          size="s"
          look="secondary"
          busy={isPending}
          onClick={() => mutate({ site, id, publish: true })}
        >
          {t(published ? 'publish_again' : 'publish')}
        </Button>
      )}
      {published && (
        <Button size="s" look="quiet" busy={isPending} onClick={() => mutate({ site, id, publish: false })}>
          {t('take_down')}
        </Button>
      )}
      {!publishable && !published && <small>{t('unproven')}</small>}
    </span>
  );
}
