import { useState } from 'react';
import type { Locale } from '#contract/lists/locales.ts';
import type { ShownSeries } from '#contract/notifications/calls.ts';
import { seriesTriggers } from '#contract/notifications/mail-series.ts';
import { Editable } from '#office/pieces/may.tsx';
import { shareDifference } from '#office/pieces/share-difference.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { SeriesForm } from './series-form.tsx';
import styles from '#office/texts/texts.module.css';

export function SeriesCard({
  series,
  site,
  language,
}: {
  series: ShownSeries;
  site: string;
  language: Locale;
}) {
  const { t } = useTranslation(['office/notifications', 'office/texts']);
  const [isOpen, setIsOpen] = useState(false);
  const { trigger, enabled, steps } = series;
  return (
    <li>
      <div className={styles['row']}>
        <h2>{t(`series.triggers.${trigger}.title`)}</h2>
        <Tag tone={enabled ? 'green' : 'soft'}>{t(enabled ? 'series.on' : 'series.off')}</Tag>
      </div>
      <p>{t(`series.triggers.${trigger}.text`)}</p>
      <p className={styles['quiet']}>
        {[
          t('series.mails', { count: steps.length }),
          t('series.switch', { type: t(`office/texts:mails.types.${seriesTriggers[trigger].type}`) }),
          t(`series.goals.${seriesTriggers[trigger].goal}`),
        ].join(' · ')}
      </p>
      <Outcome series={series} />
      <div className={styles['buttons']}>
        <Button look="secondary" size="s" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'series.close' : 'series.open')}
        </Button>
      </div>
      {isOpen && (
        <Editable by="saveMailSeries">
          <SeriesForm series={series} site={site} language={language} />
        </Editable>
      )}
    </li>
  );
}

/** What the series did in the last 90 days, and in words whether the members who were held out did otherwise. */
function Outcome({ series: { trigger, figures } }: { series: ShownSeries }) {
  const { t } = useTranslation('office/notifications');
  const { number, percent } = useFormats();
  const { entered, reached, held_out, held_out_reached, mailed, pushed, left_out, unsubscribed } = figures;
  if (entered + held_out === 0) return <p className={styles['quiet']}>{t('series.nobody')}</p>;
  const facts = { mailed, pushed, left_out, unsubscribed };
  const shares = {
    got: entered === 0 ? 0 : (100 * reached) / entered,
    heldOut: held_out === 0 ? 0 : (100 * held_out_reached) / held_out,
  };
  const goal = t(`series.did.${seriesTriggers[trigger].goal}`);
  return (
    <>
      <p className={styles['quiet']}>
        {[
          t('series.entered', { count: entered + held_out, number: number(entered + held_out) }),
          ...Object.entries(facts).map(([fact, many]) => t(`series.facts.${fact}`, { number: number(many) })),
        ].join(' · ')}
      </p>
      <p>
        {t('series.shares', {
          goal,
          got: percent(shares.got),
          entered: number(entered),
          heldOut: percent(shares.heldOut),
          held: number(held_out),
        })}{' '}
        <Effect figures={figures} />
      </p>
    </>
  );
}

function Effect({
  figures: { entered, reached, held_out, held_out_reached },
}: {
  figures: ShownSeries['figures'];
}) {
  const { t } = useTranslation('office/notifications');
  const { number } = useFormats();
  const difference = shareDifference(
    { many: reached, of: entered },
    { many: held_out_reached, of: held_out },
  );
  if (!difference) return t('series.effect.few');
  const limits = { low: number(Math.round(difference.low)), high: number(Math.round(difference.high)) };
  if (difference.low > 0) return t('series.effect.more', limits);
  if (difference.high < 0) return t('series.effect.less', limits);
  return t('series.effect.unknown', limits);
}
