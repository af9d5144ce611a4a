import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { landingOffers, type LandingOffer, moodColours, type Mood, moods, readSlug } from '#contract/rules/landing-rules.ts';
import type { SlugTexts } from '#contract/calls/text-desk-calls.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput, Textarea } from '#web/ui/field.tsx';
import { Stressed } from '#web/ui/stressed.tsx';
import { Unsaved } from '../unsaved.tsx';
import { useSave } from '#web/back-office/use-save.ts';
import type { Place } from './place.tsx';
import { Versions } from './versions.tsx';
import styles from './texts.module.css';

export interface SlugRow extends SlugTexts {
  slug: string;
  seen: number | null;
  /** An operator wrote it for this very site. */
  own: boolean;
  /** It comes with the software too. */
  standard: boolean;
}

/** The form of one slug, with what its page will say; without a row, for another slug. */
export function SlugForm({ row, place, onDone }: { row: SlugRow | null; place: Place; onDone: () => void }) {
  const { t } = useTranslation('back_office_texts');
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
  const [deep, bright] = moodColours[values.imagery ?? 'rose'];
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Unsaved when={changed && !change.isPending} />
      {!row && (
        <TextInput
          label={t('slugs.slug')}
          hint={t('slugs.slug_hint')}
          value={slug}
          onChange={(event) => setSlug(event.target.value.trim().toLowerCase())}
          error={wrong && !readSlug(slug) ? t('slugs.slug_wrong') : errors['slug']}
          autoCapitalize="none"
          maxLength={17}
        />
      )}
      <div className={styles['lander']} style={{ background: deep }} lang={place.language}>
        <b>
          <Stressed text={values.headline || '…'} />
        </b>
        <p>{values.lead || '…'}</p>
        <span style={{ background: bright }}>{values.button || '…'}</span>
      </div>
      <TextInput
        label={t('slugs.headline')}
        hint={t('slugs.headline_hint')}
        value={values.headline}
        onChange={(event) => set({ headline: event.target.value })}
        error={errors['headline']}
        maxLength={120}
      />
      <Textarea
        label={t('slugs.lead_text')}
        value={values.lead}
        onChange={(event) => set({ lead: event.target.value })}
        error={errors['lead']}
        rows={3}
        maxLength={300}
      />
      <TextInput
        label={t('slugs.button')}
        value={values.button}
        onChange={(event) => set({ button: event.target.value })}
        error={errors['button']}
        maxLength={40}
      />
      <div className={styles['place']}>
        <Select
          label={t('slugs.imagery')}
          value={values.imagery ?? ''}
          placeholder={t('slugs.of_niche')}
          options={moods.map((value) => ({ value, label: t(`slugs.moods.${value}`) }))}
          onChange={(event) => set({ imagery: (event.target.value || null) as Mood | null })}
        />
        <Select
          label={t('slugs.offer')}
          value={values.offer ?? ''}
          placeholder={t('slugs.of_niche')}
          options={landingOffers.map((value) => ({ value, label: t(`slugs.offers.${value}`) }))}
          onChange={(event) => set({ offer: (event.target.value || null) as LandingOffer | null })}
        />
      </div>
      {change.error && <Alert tone="error">{errorText(change.error)}</Alert>}
      <div className={styles['buttons']}>
        <Button type="submit" busy={change.isPending}>
          {t('publish')}
        </Button>
        {row?.own && (
          <Button look="secondary" busy={change.isPending} onClick={() => change.mutate(null)}>
            {t(row.standard ? 'use_standard' : 'slugs.remove')}
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

/** Writes the slug, or with null takes away what was written. */
function useChange(slug: string, place: Place, seen: number | null, onDone: () => void) {
  const { t } = useTranslation('back_office_texts');
  return useSave(
    (api, texts: SlugTexts | null) =>
      texts === null ? api.call('adminDropSlug', { body: { slug, ...place, seen } }) : api.call('adminWriteSlug', { body: { slug, ...place, ...texts, seen } }),
    { done: t('published'), refresh: ['adminSlugs', 'adminTextVersions'], onSaved: onDone },
  );
}
