import type { ReactNode } from 'react';
import { genders, type Gender } from '#contract/lists/genders.ts';
import { firstNamesOf, joinNames } from '#contract/membership/couples.ts';
import { factFields, hiddenFields, type DetailField } from '#contract/profile-fields.ts';
import { ABOUT_LENGTH } from '#contract/rules/account-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { GeolocationButton } from '#web/place/geolocation.tsx';
import { PlaceFields } from '#web/place/place-fields.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { RadioGroup, Textarea, TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { FactField } from './fact-field.tsx';
import { InterestChips } from './interest-chips.tsx';
import type { ProfileDraft, ProfileForm } from './profile-form.ts';
import { type ProfileSection, sectionOf } from './profile-sections.ts';
import { PromptsField } from './prompts-field.tsx';
import { ShownSwitch } from './shown-switch.tsx';
import type { ProfileErrors } from './use-profile-save.ts';
import styles from './my-profile.module.css';

interface FieldsProps extends Pick<ProfileForm, 'draft' | 'change'> {
  errors: ProfileErrors;
}

/** The fields of a section. */
export function SectionFields({
  section,
  ...form
}: FieldsProps & { section: Exclude<ProfileSection, 'photos'> }) {
  const Fields = fields[section];
  return (
    <Card>
      <Fields section={section} {...form} />
    </Card>
  );
}

type SectionProps = FieldsProps & { section: ProfileSection };

const fields: Record<Exclude<ProfileSection, 'photos'>, (props: SectionProps) => ReactNode> = {
  basics: Basics,
  place: Place,
  about: About,
  prompts: Prompts,
  interests: Interests,
  love: Facts,
  life: Facts,
  looks: Facts,
};

function Basics({ draft, change, errors }: FieldsProps) {
  const { t } = useTranslation(['my_profile', 'profile', 'common']);
  const { genders: offered } = useSettings();
  // A member may keep a gender that the site no longer offers.
  const choices = (current: Gender | null) =>
    genders
      .filter((gender) => offered.includes(gender) || gender === current)
      .map((value) => ({ value, label: t(`common:gender.${value}`) }));
  const isCouple = draft.gender === 'couple';
  const [first, second] = isCouple ? firstNamesOf(draft.name) : [draft.name, ''];
  return (
    <div className={styles['grid']}>
      <TextInput
        label={t('profile:field.name')}
        value={first}
        autoComplete="nickname"
        error={errors.of('name')}
        onChange={({ target }) => change({ name: isCouple ? joinNames(target.value, second) : target.value })}
      />
      <DateField
        label={t('profile:field.date_of_birth')}
        value={draft.date_of_birth}
        autoComplete="bday"
        error={errors.of('date_of_birth')}
        onChange={(date_of_birth) => change({ date_of_birth })}
      />
      {isCouple && (
        <>
          <TextInput
            label={t('profile:field.partner_name')}
            value={second}
            autoComplete="off"
            error={errors.of('partner_name')}
            onChange={({ target }) => change({ name: joinNames(first, target.value) })}
          />
          <DateField
            label={t('profile:field.partner_date_of_birth')}
            value={draft.partner_date_of_birth ?? ''}
            error={errors.of('partner_date_of_birth')}
            onChange={(partner_date_of_birth) => change({ partner_date_of_birth })}
          />
        </>
      )}
      <RadioGroup
        label={t('profile:field.gender')}
        name="gender"
        options={choices(draft.gender)}
        value={draft.gender}
        error={errors.of('gender')}
        onChange={(gender) => change(genderChange(draft, gender as Gender))}
      />
      <RadioGroup
        label={t('profile:field.gender_sought')}
        name="gender_sought"
        options={choices(draft.gender_sought)}
        value={draft.gender_sought}
        error={errors.of('gender_sought')}
        onChange={(gender_sought) => change({ gender_sought: gender_sought as ProfileDraft['gender'] })}
      />
    </div>
  );
}

/** Whoever stops being a couple keeps the first name only. */
const genderChange = ({ gender: before, name }: ProfileDraft, gender: Gender): Partial<ProfileDraft> =>
  before === 'couple' && gender !== 'couple'
    ? { gender, name: firstNamesOf(name)[0], partner_date_of_birth: '' }
    : { gender };

function Place({ draft, change, errors }: FieldsProps) {
  return (
    <>
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
    </>
  );
}

function About({ draft, change, errors }: FieldsProps) {
  const { t } = useTranslation(['my_profile', 'profile']);
  return (
    <>
      <Hint field="about" text={t('about_hint')} {...{ draft, change }} />
      <Textarea
        label={t('profile:field.about')}
        hideLabel
        rows={8}
        maxLength={ABOUT_LENGTH}
        value={draft.about ?? ''}
        placeholder={t('about_placeholder')}
        error={errors.of('about')}
        onChange={(event) => change({ about: event.target.value })}
      />
    </>
  );
}

function Prompts({ draft, change, errors }: FieldsProps) {
  const { t } = useTranslation('my_profile');
  return (
    <>
      <Hint field="prompts" text={t('prompts.hint')} {...{ draft, change }} />
      <PromptsField draft={draft} change={change} errorOf={errors.of} />
    </>
  );
}

function Interests({ draft, change }: FieldsProps) {
  const { t } = useTranslation('my_profile');
  return (
    <>
      <Hint field="interests" text={t('interests_hint')} {...{ draft, change }} />
      <InterestChips value={draft.interests} onChange={(interests) => change({ interests })} />
    </>
  );
}

function Facts({ section, draft, change, errors }: SectionProps) {
  const hidden = hiddenFields(useSettings());
  return (
    <div className={styles['grid']}>
      {factFields
        .filter((field) => sectionOf[field] === section && !hidden.includes(field))
        .map((field) => (
          <FactField key={field} {...{ field, draft, change }} error={errors.of(field)} />
        ))}
    </div>
  );
}

interface HintProps extends Pick<ProfileForm, 'draft' | 'change'> {
  field: DetailField;
  text: string;
}

/** What a section is for, beside the switch that hides it from others. */
const Hint = ({ field, text, draft, change }: HintProps) => (
  <div className={styles['hint']}>
    <p>{text}</p>
    <ShownSwitch field={field} draft={draft} change={change} />
  </div>
);
