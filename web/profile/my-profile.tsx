import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FieldCode } from '#contract/errors.ts';
import { genders } from '#contract/lists/genders.ts';
import type { User } from '#contract/membership/user.ts';
import {
  checkNumber,
  factFields,
  fieldsStoredAs,
  hiddenFields,
  recordOf,
  type DetailField,
  type HideableField,
} from '#contract/profile-fields.ts';
import type { ProfileChange } from '#contract/profiles.ts';
import { ABOUT_LENGTH, checkDateOfBirth, checkName, NAME_LENGTH } from '#contract/rules/account-rules.ts';
import { ApiError } from '#web/api.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { MyPhotos } from '#web/photos/my-photos.tsx';
import { GeolocationButton } from '#web/place/geolocation.tsx';
import { PlaceFields } from '#web/place/place-fields.tsx';
import { regionsQuery, userQuery } from '#web/session/queries.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember, useSettings } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { RadioGroup, Textarea, TextInput } from '#web/ui/field.tsx';
import { IconVerified } from '#web/ui/icons.ts';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Completeness } from './completeness.tsx';
import { FactField } from './fact-field.tsx';
import { InterestChips } from './interest-chips.tsx';
import { type ProfileDraft, useProfileForm } from './profile-form.ts';
import { PromptsField } from './prompts-field.tsx';
import { ShownSwitch } from './shown-switch.tsx';
import styles from './my-profile.module.css';

export const handle = { i18n: ['my_profile', 'profile', 'prompts', 'photos', 'signup'] };

const load: ScreenLoad = async ({ requireUser, prefetch }) => {
  await prefetch(regionsQuery(requireUser().profile.country));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);

export default function MyProfile() {
  const { t } = useTranslation(['my_profile', 'profile', 'common']);
  const { profile } = useMember();
  const { min_age: minAge } = useSettings();
  const form = useProfileForm(profile);
  const { draft, change } = form;
  const save = useSave(form.reset);
  const errors = useErrors(draft, save.error, minAge);
  useQuery(regionsQuery(draft.country));

  return (
    <Page
      title={t('title')}
      heading={<Trans t={t} i18nKey="heading" components={{ em: <em /> }} />}
      lead={<Trans t={t} i18nKey="lead" components={{ view: <Link to={`/members/${profile.id}`} /> }} />}
      width="wide"
    >
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!errors.any) save.mutate(form.changes);
        }}
      >
        <Aside />
        <div className={styles['fields']}>
          <Basics {...{ draft, change, errors }} />
          <Place {...{ draft, change, errors }} />
          <Details {...{ draft, change, errors }} />
        </div>
        <div className={styles['bar']} data-shown={form.isDirty || undefined} inert={!form.isDirty}>
          <span role="status">{errors.any ? t('mend') : t('unsaved')}</span>
          <Button look="quiet" onClick={form.reset}>
            {t('undo')}
          </Button>
          <Button type="submit" busy={save.isPending}>
            {t('common:save')}
          </Button>
        </div>
      </form>
      <Unsaved when={form.isDirty && !save.isPending} />
    </Page>
  );
}

function Aside() {
  const { t } = useTranslation('my_profile');
  const { profile } = useMember();
  return (
    <div className={styles['aside']}>
      <Completeness />
      <Card>
        <MyPhotos />
      </Card>
      {!profile.verified && (
        <ButtonLink to="/verification" look="secondary" icon={<IconVerified size={20} />}>
          {t('verification')}
        </ButtonLink>
      )}
    </div>
  );
}

interface FieldsProps extends Pick<ReturnType<typeof useProfileForm>, 'draft' | 'change'> {
  errors: ReturnType<typeof useErrors>;
}

function Basics({ draft, change, errors }: FieldsProps) {
  const { t } = useTranslation(['my_profile', 'profile']);
  return (
    <Card title={t('basics')}>
      <div className={styles['grid']}>
        <TextInput
          label={t('profile:field.name')}
          value={draft.name}
          autoComplete="nickname"
          error={errors.of('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <DateField
          label={t('profile:field.date_of_birth')}
          value={draft.date_of_birth}
          autoComplete="bday"
          error={errors.of('date_of_birth')}
          onChange={(date_of_birth) => change({ date_of_birth })}
        />
        <RadioGroup
          label={t('profile:field.gender')}
          name="gender"
          options={genders.map((value) => ({ value, label: t(`profile:gender.${value}`) }))}
          value={draft.gender}
          onChange={(gender) => change({ gender: gender as ProfileDraft['gender'] })}
        />
        <RadioGroup
          label={t('profile:field.gender_sought')}
          name="gender_sought"
          options={genders.map((value) => ({ value, label: t(`profile:gender.${value}`) }))}
          value={draft.gender_sought}
          onChange={(gender_sought) => change({ gender_sought: gender_sought as ProfileDraft['gender'] })}
        />
      </div>
    </Card>
  );
}

function Place({ draft, change, errors }: FieldsProps) {
  const { t } = useTranslation('my_profile');
  return (
    <Section id="place" title={t('place')}>
      <GeolocationButton onFound={(place) => change({ ...place, city: place.city || null })} />
      <div className={styles['grid']}>
        <PlaceFields
          country={draft.country}
          region={draft.region ?? ''}
          city={draft.city ?? ''}
          errors={{ region: errors.of('region'), city: errors.of('city') }}
          onLeave={() => {}}
          onChange={(place) =>
            change({
              ...(place.country !== undefined && { country: place.country }),
              ...(place.region !== undefined && { region: place.region || null }),
              ...(place.city !== undefined && { city: place.city || null }),
            })
          }
        />
      </div>
    </Section>
  );
}

function Details({ draft, change, errors }: FieldsProps) {
  const { t } = useTranslation(['my_profile', 'profile']);
  const hidden = hiddenFields(useSettings());
  const isAsked = (field: HideableField) => !hidden.includes(field);
  const facts = factFields.filter(isAsked);
  const shownSwitch = (field: DetailField) => (
    <div className={styles['shown']}>
      <ShownSwitch field={field} draft={draft} change={change} />
    </div>
  );
  return (
    <>
      {isAsked('about') && (
        <Section id="about">
          {shownSwitch('about')}
          <Textarea
            label={t('profile:field.about')}
            rows={6}
            maxLength={ABOUT_LENGTH}
            value={draft.about ?? ''}
            placeholder={t('about_placeholder')}
            hint={t('about_hint')}
            error={errors.of('about')}
            onChange={(event) => change({ about: event.target.value })}
          />
        </Section>
      )}
      {isAsked('prompts') && (
        <Section id="prompts" title={t('prompts.title')}>
          {shownSwitch('prompts')}
          <PromptsField draft={draft} change={change} errorOf={errors.of} />
        </Section>
      )}
      {isAsked('interests') && (
        <Section id="interests">
          {shownSwitch('interests')}
          <InterestChips value={draft.interests} onChange={(interests) => change({ interests })} />
        </Section>
      )}
      {facts.length > 0 && (
        <Section id="looks" title={t('looks')}>
          <div className={styles['grid']}>
            {facts.map((field) => (
              <FactField key={field} {...{ field, draft, change }} error={errors.of(field)} />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}

function Unsaved({ when }: { when: boolean }) {
  const { t } = useTranslation('my_profile');
  return (
    <LeaveGuard
      when={when}
      words={{
        title: t('leave.title'),
        text: t('leave.text'),
        leave: t('leave.leave'),
        stay: t('leave.stay'),
      }}
    />
  );
}

function Section({ id, title, children }: { id: string; title?: string; children: ReactNode }) {
  return (
    <div id={id} className={styles['section']}>
      <Card title={title}>{children}</Card>
    </div>
  );
}

function useSave(onSaved: () => void) {
  const { t } = useTranslation('common');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: (body: ProfileChange) => api.call('changeProfile', { body }),
    onSuccess(profile) {
      queries.setQueryData(
        userQuery.queryKey,
        (user: User | null | undefined) => user && { ...user, profile },
      );
      void queries.invalidateQueries({ queryKey: ['member'] });
      onSaved();
      toast('success', t('saved'));
    },
    onError(error) {
      if (!(error instanceof ApiError && error.status === 422)) toast('error', errorText(error));
    },
  });
}

function useErrors(draft: ProfileDraft, refused: unknown, minAge: number) {
  const { fieldText, fieldTexts } = useErrorText();
  const { email } = useMember();
  const codes: Record<string, FieldCode | null> = {
    name: checkName(draft.name, email),
    date_of_birth: checkDateOfBirth(draft.date_of_birth, minAge, new Date().toISOString().slice(0, 10)),
    ...recordOf(fieldsStoredAs('number'), (field) => checkNumber(field, draft[field])),
  };
  const served = fieldTexts(refused);
  const limit = codes['name'] === 'too_short' ? NAME_LENGTH.least : NAME_LENGTH.most;
  return {
    any: Object.values(codes).some((code) => code !== null),
    of: (field: string) => fieldText(codes[field] ?? undefined, { min_age: minAge, limit }) ?? served[field],
  };
}
