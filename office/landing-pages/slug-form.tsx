import { type FormEvent, useState } from 'react';
import type { SlugTexts } from '#contract/landing-pages.ts';
import {
  landingOffers,
  type LandingOffer,
  moodColours,
  type Mood,
  moods,
  readSlug,
} from '#contract/rules/landing-rules.ts';
import { Unsaved } from '#office/pieces/unsaved.tsx';
import { useSave } from '#office/pieces/use-save.ts';
import type { TextPlace } from '#office/texts/place.tsx';
import { Versions } from '#office/texts/versions.tsx';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput, Textarea } from '#web/ui/field.tsx';
import styles from '#office/texts/texts.module.css';

export interface SlugRow extends SlugTexts {
  slug: string;
  seen: number | null;
  own: boolean;
  standard: boolean;
}

export function SlugForm({
  row,
  place,
  onDone,
}: {
  row: SlugRow | null;
  place: TextPlace;
  onDone: () => void;
}) {
  const { t } = useTranslation(['office/landing-pages', 'office/texts']);
  const { errorText, fieldTexts } = useErrorText();
  const [slug, setSlug] = useState(row?.slug ?? '');
  const blank: SlugTexts = row ?? { headline: '', lead: '', button: '', imagery: null, offer: null };
  const [values, setValues] = useState(blank);
  const [wrong, setWrong] = useState(false);
  const change = useChange(slug, place, row?.seen ?? null, onDone);
  const changed = (Object.keys(values) as (keyof SlugTexts)[]).some((key) => values[key] !== blank[key]);
  const set = (part: Partial<SlugTexts>) => setValues((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!readSlug(slug)) return setWrong(true);
    const { headline, lead, button, imagery, offer } = values;
    change.mutate({ headline, lead, button, imagery, offer });
  };
  const errors = fieldTexts(change.error);
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Unsaved when={changed && !change.isPending} />
      {!row && (
        <TextInput
          label={t('slug')}
          hint={t('slug_hint')}
          value={slug}
          onChange={(event) => setSlug(event.target.value.trim().toLowerCase())}
          error={wrong && !readSlug(slug) ? t('slug_wrong') : errors['slug']}
          autoCapitalize="none"
          maxLength={17}
        />
      )}
      <SlugPreview texts={values} language={place.language} />
      <SlugFields values={values} onChange={set} errors={errors} />
      {change.error && <Alert tone="error">{errorText(change.error)}</Alert>}
      <div className={styles['buttons']}>
        <Button type="submit" busy={change.isPending}>
          {t('office/texts:publish')}
        </Button>
        {row?.own && (
          <Button look="secondary" busy={change.isPending} onClick={() => change.mutate(null)}>
            {t(row.standard ? 'office/texts:use_standard' : 'remove')}
          </Button>
        )}
      </div>
      {row && (
        <Versions
          kind="landing_slug"
          name={row.slug}
          place={place}
          busy={change.isPending}
          describe={({ headline, lead }) => `${(headline ?? '').replaceAll(/<\/?em>/g, '')} ${lead ?? ''}`}
          onPick={(content) => set(content as Partial<SlugTexts>)}
          onUndo={(content) => change.mutate(content as SlugTexts | null)}
        />
      )}
    </form>
  );
}

function SlugPreview({ texts, language }: { texts: SlugTexts; language: TextPlace['language'] }) {
  const [deep, bright] = moodColours[texts.imagery ?? 'rose'];
  return (
    <div className={styles['lander']} style={{ background: deep }} lang={language}>
      <b>
        <Stressed text={texts.headline || '…'} />
      </b>
      <p>{texts.lead || '…'}</p>
      <span style={{ background: bright }}>{texts.button || '…'}</span>
    </div>
  );
}

interface SlugFieldsProps {
  values: SlugTexts;
  onChange: (part: Partial<SlugTexts>) => void;
  errors: Record<string, string | undefined>;
}

function SlugFields({ values, onChange: set, errors }: SlugFieldsProps) {
  const { t } = useTranslation('office/landing-pages');
  return (
    <>
      <TextInput
        label={t('headline')}
        hint={t('headline_hint')}
        value={values.headline}
        onChange={(event) => set({ headline: event.target.value })}
        error={errors['headline']}
        maxLength={120}
      />
      <Textarea
        label={t('lead_text')}
        value={values.lead}
        onChange={(event) => set({ lead: event.target.value })}
        error={errors['lead']}
        rows={3}
        maxLength={300}
      />
      <TextInput
        label={t('button')}
        value={values.button}
        onChange={(event) => set({ button: event.target.value })}
        error={errors['button']}
        maxLength={40}
      />
      <div className={styles['place']}>
        <Select
          label={t('imagery')}
          value={values.imagery ?? ''}
          placeholder={t('of_niche')}
          options={moods.map((value) => ({ value, label: t(`moods.${value}`) }))}
          onChange={(event) => set({ imagery: (event.target.value || null) as Mood | null })}
        />
        <Select
          label={t('offer')}
          value={values.offer ?? ''}
          placeholder={t('of_niche')}
          options={landingOffers.map((value) => ({ value, label: t(`offers.${value}`) }))}
          onChange={(event) => set({ offer: (event.target.value || null) as LandingOffer | null })}
        />
      </div>
    </>
  );
}

function useChange(slug: string, place: TextPlace, seen: number | null, onDone: () => void) {
  const { t } = useTranslation('office/texts');
  return useSave(
    (api, texts: SlugTexts | null) =>
      texts === null
        ? api.call('adminDropSlug', { body: { slug, ...place, seen } })
        : api.call('adminWriteSlug', { body: { slug, ...place, ...texts, seen } }),
    { done: t('published'), refresh: ['adminSlugs', 'adminTextVersions'], onSaved: onDone },
  );
}
