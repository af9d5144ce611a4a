import { useTranslation } from '#web/i18n/translate.tsx';
import { hasRole } from '#contract/enums.ts';
import { CLAIM_DAYS, LEAST_SAMPLE } from '#contract/rules/figure-rules.ts';
import type { Figures } from '#contract/figures.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { useAct } from '../use-act.ts';
import { FigureCard, Numbers } from './figure-card.tsx';
import styles from './figures.module.css';

type Claim = Figures['claims'][number];

/** What the copy claims beside what is true. A site says only what was measured, and only what an owner publishes here. */
export function Claims({ data }: { data: Figures }) {
  const { t } = useTranslation('back_office_figures');
  const { number, shortDate } = useFormats();
  const owner = hasRole(useMember().roles, []);
  return (
    <FigureCard title={t('claims')} note={t('claims_note', { sample: LEAST_SAMPLE, days: CLAIM_DAYS })} part="claims" data={data}>
      {data.claims.length === 0 ? (
        <p>{t('not_measured')}</p>
      ) : (
        <Numbers
          caption={t('claims')}
          head={[
            t('claim'),
            t('told'),
            t('true'),
            t('sample'),
            t('measured_on'),
            t('published'),
            ...(owner
              ? [
                  <span key="act" className="visually-hidden">
                    {t('act')}
                  </span>,
                ]
              : []),
          ]}
          rows={data.claims.map((claim) => ({
            key: `${claim.site} ${claim.id}`,
            cells: [
              <span key="claim" className={styles['claim']}>
                {t(`claim.${claim.id}`)}
                {claim.site !== '*' && <small>{claim.site}</small>}
              </span>,
              `${claim.told}%`,
              claim.percentage === null ? '–' : `${number(claim.percentage)}%`,
              number(claim.sample),
              <span key="on" suppressHydrationWarning>
                {shortDate(`${claim.measured_on}T12:00:00Z`)}
              </span>,
              <span key="now" suppressHydrationWarning>
                {claim.published
                  ? t('says', { percentage: claim.published.percentage, date: shortDate(`${claim.published.measured_on}T12:00:00Z`) })
                  : t('says_nothing')}
              </span>,
              ...(owner ? [<Publish key="act" claim={claim} />] : []),
            ],
          }))}
        />
      )}
    </FigureCard>
  );
}

function Publish({ claim: { site, id, publishable, published } }: { claim: Claim }) {
  const { t } = useTranslation('back_office_figures');
  const { mutate, isPending } = useAct('publishClaim', { done: t('done'), refresh: ['adminFigures'] });
  return (
    <span className={styles['buttons']}>
      {publishable && (
        <Button size="s" look="secondary" busy={isPending} onClick={() => mutate({ site, id, publish: true })}>
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
