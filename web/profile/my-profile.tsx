import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import { ABOUT_LENGTH, checkDateOfBirth, checkName, NAME_LENGTH } from '#contract/rules/account-rules.ts';
import { bodyTypes, eyeColors, genders, hairColors, relationshipStatuses, sexualities, tattooAnswers } from '#contract/enums.ts';
import type { FieldCode } from '#contract/errors.ts';
import type { ProfileChange, User } from '#contract/profiles.ts';
import { ApiError } from '#web/api.ts';
import { MyPhotos } from '#web/photos/my-photos.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { regionsQuery, userQuery } from '#web/session/queries.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember, useSettings } from '#web/session/use-session.ts';
import { GeolocationButton } from '#web/place/geolocation.tsx';
import { PlaceFields } from '#web/place/place-fields.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconVerified } from '#web/ui/icons.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { RadioGroup, Select, Textarea, TextInput } from '#web/ui/field.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Completeness } from './completeness.tsx';
import { InterestChips } from './interest-chips.tsx';
import { type ProfileDraft, useProfileForm } from './profile-form.ts';
import styles from './my-profile.module.css';

export const handle = { i18n: ['my_profile', 'profile', 'photos', 'signup'] };

const load: ScreenLoad = async ({ requireUser, prefetch }) => {
  await prefetch(regionsQuery(requireUser().profile.country));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);

/** `/profile`: all fields and lists, photos, and how complete the profile is. */
export default function MyProfile() {
  const { t } = useTranslation(['my_profile', 'profile', 'common']);
  const { profile } = useMember();
  const { min_age: minAge } = useSettings();
  const form = useProfileForm(profile);
  const { draft, change } = form;
  const save = useSave(form.reset);
  const errors = useErrors(draft, save.error, minAge);
  useQuery(regionsQuery(draft.country));

  const choice = (field: 'sexuality' | 'relationship_status' | 'body_type' | 'hair_color' | 'eye_color' | 'tattoos', values: readonly string[]) => (
    <Select
      label={t(`profile:field.${field}`)}
      placeholder={t('rather_not')}
      options={values.map((value) => ({ value, label: t(`profile:${field}.${value}`) }))}
      value={draft[field] ?? ''}
      onChange={(event) => change({ [field]: event.target.value || null } as Partial<ProfileDraft>)}
    />
  );

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
        <div className={styles['fields']}>
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
          <Section id="about">
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
          <Section id="interests">
            <InterestChips value={draft.interests} onChange={(interests) => change({ interests })} />
          </Section>
          <Section id="looks" title={t('looks')}>
            <div className={styles['grid']}>
              {choice('relationship_status', relationshipStatuses)}
              {choice('sexuality', sexualities)}
              {choice('body_type', bodyTypes)}
              {choice('hair_color', hairColors)}
              {choice('eye_color', eyeColors)}
              {choice('tattoos', tattooAnswers)}
            </div>
          </Section>
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
      <LeaveGuard
        when={form.isDirty && !save.isPending}
        words={{ title: t('leave.title'), text: t('leave.text'), leave: t('leave.leave'), stay: t('leave.stay') }}
      />
    </Page>
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
      queries.setQueryData(userQuery.queryKey, (user: User | null | undefined) => user && { ...user, profile });
      void queries.invalidateQueries({ queryKey: ['member'] });
      onSaved();
      toast('success', t('saved'));
    },
    onError(error) {
      if (!(error instanceof ApiError && error.status === 422)) toast('error', errorText(error));
    },
  });
}

/** What is wrong with which field: the rules as one types, and what the server found. */
function useErrors(draft: ProfileDraft, refused: unknown, minAge: number) {
  const { fieldText, fieldTexts } = useErrorText();
  const { email } = useMember();
  const codes: Record<string, FieldCode | null> = {
    name: checkName(draft.name, email),
    date_of_birth: checkDateOfBirth(draft.date_of_birth, minAge, new Date().toISOString().slice(0, 10)),
  };
  const served = fieldTexts(refused);
  const limit = codes['name'] === 'too_short' ? NAME_LENGTH.least : NAME_LENGTH.most;
  return {
    any: Object.values(codes).some((code) => code !== null),
    of: (field: string) => fieldText(codes[field] ?? undefined, { min_age: minAge, limit }) ?? served[field],
  };
}
