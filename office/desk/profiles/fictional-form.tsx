import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { personGenders } from '#contract/lists/genders.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { locales, type Locale } from '#contract/lists/locales.ts';
import { choiceIn } from '#office/pieces/choice.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Select, Switch, Textarea, TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { PicturePicker } from '../picture-picker.tsx';
import styles from './fictional-profiles.module.css';

export type HouseProfile = CallReply<'fictionalProfiles'>['profiles'][number];

interface Draft {
  name: string;
  gender: PersonGender;
  date_of_birth: string;
  country: CountryCode;
  city: string;
  about: string;
  label: string;
  languages: Locale[];
  opens: string;
  closes: string;
  active: boolean;
  variant: 'cam' | 'resell';
  url: string;
}

type PersonGender = (typeof personGenders)[number];

const inOrder: readonly PersonGender[] = ['female', ...personGenders.filter((gender) => gender !== 'female')];

const emptyDraft: Draft = {
  name: '',
  gender: 'female',
  date_of_birth: '',
  country: 'NL',
  city: '',
  about: '',
  label: '',
  languages: [],
  opens: '',
  closes: '',
  active: true,
  variant: 'cam',
  url: '',
};

const draftOf = ({ profile, label, languages, opens, closes }: HouseProfile): Draft => ({
  name: profile.name,
  gender: itemOf(personGenders, profile.gender) ?? 'female',
  date_of_birth: profile.date_of_birth ?? '',
  country: profile.country,
  city: profile.city ?? '',
  about: profile.about ?? '',
  label: label ?? '',
  languages,
  opens: opens ?? '',
  closes: closes ?? '',
  active: profile.status !== 'disabled',
  variant: profile.cam?.variant ?? 'cam',
  url: profile.cam?.url ?? '',
});

const fieldsOf = ({ variant, url, opens, closes, city, ...draft }: Draft, kind: 'fictional' | 'cam') => ({
  ...draft,
  ...(city && { city }),
  opens: opens || null,
  closes: closes || null,
  ...(kind === 'cam' && { cam: { variant, url } }),
});

export function FictionalForm({
  kind,
  existing,
  onClose,
}: {
  kind: 'fictional' | 'cam';
  existing: HouseProfile | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('office/desk');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText, fieldTexts } = useErrorText();
  const [draft, setDraft] = useState(() => (existing ? draftOf(existing) : emptyDraft));
  const [key] = useState(() => crypto.randomUUID());
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));

  const save = useMutation({
    async mutationFn() {
      const fields = fieldsOf(draft, kind);
      if (existing)
        await api.call('changeFictionalProfile', { body: { id: existing.profile.id, ...fields } });
      else await api.call('createFictionalProfile', { body: { ...fields, key, kind } });
    },
    onSuccess() {
      toast('success', t('saved'));
      void queries.invalidateQueries({ queryKey: ['fictionalProfiles'] });
      onClose();
    },
  });
  const problems = fieldTexts(save.error);

  return (
    <Modal
      open
      onClose={onClose}
      title={existing ? existing.profile.name : t('new_profile')}
      size="l"
      footer={
        <Button type="submit" form="fictional" busy={save.isPending}>
          {t('save')}
        </Button>
      }
    >
      <form
        id="fictional"
        className={styles['form']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {save.error && Object.keys(problems).length === 0 && (
          <Alert tone="error">{errorText(save.error)}</Alert>
        )}
        <PersonFields draft={draft} set={set} problems={problems} />
        {kind === 'cam' && <CamFields draft={draft} set={set} problems={problems} />}
        <Textarea
          className={styles['wide']}
          label={t('about')}
          value={draft.about}
          maxLength={2000}
          error={problems['about']}
          onChange={(event) => set({ about: event.target.value })}
        />
        {kind === 'fictional' && <WritingFields draft={draft} set={set} />}
        <Switch
          label={t('active')}
          checked={draft.active}
          onChange={(event) => set({ active: event.target.checked })}
        />
        {existing && <PhotoUpload profile={existing.profile.id} />}
      </form>
    </Modal>
  );
}

interface FieldsProps {
  draft: Draft;
  set(part: Partial<Draft>): void;
}

type CheckedFieldsProps = FieldsProps & { problems: Record<string, string | undefined> };

function PersonFields({ draft, set, problems }: CheckedFieldsProps) {
  const { t, i18n } = useTranslation(['office/desk', 'common']);
  const { genders: offered } = useSettings();
  const choices = inOrder.filter((gender) => offered.includes(gender) || gender === draft.gender);
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
  return (
    <>
      <TextInput
        label={t('name')}
        value={draft.name}
        required
        maxLength={40}
        error={problems['name']}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Select
        label={t('gender')}
        value={draft.gender}
        options={choices.map((gender) => ({ value: gender, label: t(`common:gender.${gender}`) }))}
        onChange={({ target }) => set({ gender: itemOf(personGenders, target.value) ?? draft.gender })}
      />
      <DateField
        label={t('date_of_birth')}
        value={draft.date_of_birth}
        error={problems['date_of_birth']}
        onChange={(date_of_birth) => set({ date_of_birth })}
      />
      <Select
        label={t('country')}
        value={draft.country}
        options={countryCodes.map((value) => ({ value, label: names.of(value) ?? value }))}
        onChange={(event) =>
          set({ country: choiceIn(countryCodes, event.target.value) ?? draft.country, city: '' })
        }
      />
      <TextInput
        label={t('city')}
        value={draft.city}
        maxLength={80}
        error={problems['city']}
        onChange={(event) => set({ city: event.target.value })}
      />
      <TextInput
        label={t('label')}
        hint={t('label_hint')}
        value={draft.label}
        maxLength={60}
        onChange={(event) => set({ label: event.target.value })}
      />
    </>
  );
}

function CamFields({ draft, set, problems }: CheckedFieldsProps) {
  const { t } = useTranslation('office/desk');
  return (
    <>
      <Select
        label={t('variant')}
        value={draft.variant}
        options={[
          { value: 'cam', label: t('variant_cam') },
          { value: 'resell', label: t('variant_resell') },
        ]}
        onChange={(event) => set({ variant: event.target.value === 'resell' ? 'resell' : 'cam' })}
      />
      <TextInput
        label={t('address')}
        type="url"
        value={draft.url}
        required
        maxLength={500}
        error={problems['cam']}
        onChange={(event) => set({ url: event.target.value })}
      />
    </>
  );
}

function WritingFields({ draft, set }: FieldsProps) {
  const { t, i18n } = useTranslation('office/desk');
  const tongues = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (
    <>
      <fieldset className={styles['wide']}>
        <legend>{t('languages')}</legend>
        {locales.map((locale) => (
          <Chip
            key={locale}
            chosen={draft.languages.includes(locale)}
            onClick={() =>
              set({
                languages: draft.languages.includes(locale)
                  ? draft.languages.filter((one) => one !== locale)
                  : [...draft.languages, locale],
              })
            }
          >
            {tongues.of(locale)}
          </Chip>
        ))}
      </fieldset>
      <TextInput
        label={t('opens')}
        type="time"
        value={draft.opens}
        onChange={(event) => set({ opens: event.target.value })}
      />
      <TextInput
        label={t('closes')}
        type="time"
        value={draft.closes}
        onChange={(event) => set({ closes: event.target.value })}
      />
    </>
  );
}

function PhotoUpload({ profile }: { profile: number }) {
  const { t } = useTranslation('office/desk');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const picker = useRef<HTMLInputElement>(null);
  const photo = useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.set('profile', String(profile));
      form.set('client_id', crypto.randomUUID());
      form.set('file', file);
      return api.call('fictionalPhoto', { body: form });
    },
    onSuccess() {
      toast('success', t('photo_waits'));
      void queries.invalidateQueries({ queryKey: ['fictionalProfiles'] });
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <div className={styles['wide']}>
      <Button look="secondary" busy={photo.isPending} onClick={() => picker.current?.click()}>
        {t('add_photo')}
      </Button>
      <p className={styles['note']}>{t('photo_rule')}</p>
      <PicturePicker ref={picker} onPick={(file) => photo.mutate(file)} />
    </div>
  );
}
