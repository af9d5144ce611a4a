import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Experiment, ExperimentVariant } from '#contract/experiments.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { isLandingDesign } from '#contract/lists/landing-designs.ts';
import { type Locale, localeNames, locales } from '#contract/lists/locales.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Select } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './experiments.module.css';

/** What people of each version see, in a language. */
export function VariantPreviews({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation('office/experiments');
  const [language, setLanguage] = useState<Locale>(useLocale());
  return (
    <div className={styles['column']}>
      <Select
        label={t('preview_language')}
        value={language}
        options={locales.map((value) => ({ value, label: localeNames[value] }))}
        onChange={({ target }) => setLanguage(itemOf(locales, target.value) ?? language)}
      />
      <ul className={styles['previews']}>
        {experiment.variants.map((variant) => (
          <li key={variant.name} className={styles['variant']}>
            <h3>{variant.name}</h3>
            <Preview experiment={experiment} variant={variant} language={language} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PreviewProps {
  experiment: Experiment;
  variant: ExperimentVariant;
  language: Locale;
}

function Preview(props: PreviewProps) {
  if (props.experiment.kind === 'landing') return <LandingPreview {...props} />;
  if (props.experiment.kind === 'price_page') return <PricePagePreview {...props} />;
  return <Words {...props} />;
}

function LandingPreview({ experiment: { subject }, variant: { change }, language }: PreviewProps) {
  const { t } = useTranslation('office/experiments');
  const [path = '', slug] = subject.split('/');
  const design = change.design ?? (isLandingDesign(path) ? path : 'gallery');
  const shown = change.slug ?? slug;
  const { data, isError } = useQuery(
    callQuery('landing', { query: { lander: design, language, usual: true, ...(shown && { slug: shown }) } }),
  );
  if (isError) return <Alert tone="error">{t('preview_failed')}</Alert>;
  if (!data) return <Skeleton height={220} />;
  const headline = data.headline.replaceAll(/<\/?em>/g, '');
  return (
    <>
      <img
        src={`/og/${design}/${data.slug}.png?l=${language}`}
        alt=""
        width={1200}
        height={630}
        loading="lazy"
      />
      <p className={styles['words']} lang={language}>
        <b>{headline}</b>
        <br />
        {data.lead}
      </p>
      <p className={styles['quiet']}>
        {design} · {data.slug} · <span lang={language}>{data.button}</span>
      </p>
    </>
  );
}

function PricePagePreview(props: PreviewProps) {
  const { t } = useTranslation('office/experiments');
  const formats = useFormats();
  const { data, isError } = useQuery(callQuery('packages', { query: { usual: true } }));
  if (isError) return <Alert tone="error">{t('preview_failed')}</Alert>;
  if (!data) return <Skeleton height={160} />;
  const { order, recommended } = props.variant.change;
  const direction = order === 'most_first' ? -1 : 1;
  return (
    <>
      <Words {...props} />
      <ol>
        {data.packages
          .toSorted((a, b) => direction * (a.credits - b.credits))
          .map((one) => {
            const isRecommended = recommended === undefined ? one.recommended : one.id === recommended;
            return (
              <li key={one.id}>
                {t('credits', { count: one.credits })} · {formats.money(one.price)}
                {isRecommended && <b> · {t('recommended')}</b>}
              </li>
            );
          })}
      </ol>
    </>
  );
}

function Words({ variant: { change }, language }: PreviewProps) {
  const { t } = useTranslation('office/experiments');
  const words = change.words?.[language];
  return words ? (
    <p className={styles['words']} lang={language}>
      {words}
    </p>
  ) : (
    <p className={styles['quiet']}>{t('usual_words')}</p>
  );
}
