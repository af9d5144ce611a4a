import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { standardGenders, type Gender } from '#contract/lists/genders.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { countryOfVisitor } from '#web/place/country-of-visitor.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { changeDraft, useDraft } from '#web/signup/draft.ts';
import { someoneQuery, suggestedQuery } from '#web/signup/people.ts';
import type { StepProps } from '#web/signup/steps.ts';
import { useChecked } from '#web/signup/use-checked.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { RadioGroup, Textarea } from '#web/ui/field.tsx';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import styles from './step-message.module.css';
import step from './step.module.css';

export function StepMessage({ intent, register }: StepProps) {
  const { t } = useTranslation('signup');
  const { fieldText } = useErrorText();
  const { message_length: limit, genders } = useSettings();
  const { iAm, iSeek } = useGenderLabels();
  const { draft, refused } = useDraft();
  const long = [...draft.message.trim()].length > limit;
  const { shown, pass } = useChecked(
    {
      gender: draft.gender ? null : 'required',
      gender_sought: draft.gender_sought ? null : 'required',
      signup_message: long ? 'too_long' : null,
    },
    refused,
  );
  useLayoutEffect(() => {
    register(pass);
  });

  const sought = draft.gender_sought;
  const country = countryOfVisitor(useSettings());
  const { data: someone } = useQuery({
    ...someoneQuery(draft.profile ?? 0),
    enabled: draft.profile !== undefined,
  });
  const { data: suggested = [] } = useQuery({
    ...suggestedQuery(sought, country),
    enabled: sought !== undefined && intent.profile === undefined,
  });
  const options = genders.map((value) => ({ value, label: t(`gender.${value}`) }));
  return (
    <>
      <div className={styles['pair']}>
        <RadioGroup
          label={iAm}
          name="gender"
          options={options}
          value={draft.gender ?? ''}
          onChange={(value) => changeDraft({ gender: value as Gender })}
          error={fieldText(shown('gender'))}
        />
        <RadioGroup
          label={iSeek}
          name="gender_sought"
          options={options}
          value={draft.gender_sought ?? ''}
          onChange={(value) =>
            changeDraft({ gender_sought: value as Gender, ...(intent.profile ? {} : { profile: undefined }) })
          }
          error={fieldText(shown('gender_sought'))}
        />
      </div>
      {suggested.length > 0 && <Suggested people={suggested} chosen={draft.profile} />}
      {someone && (
        <div className={styles['message']}>
          <Textarea
            label={t('message.label', { name: someone.name })}
            name="signup_message"
            rows={3}
            value={draft.message}
            placeholder={t('message.placeholder', { name: someone.name })}
            onChange={(event) => changeDraft({ message: event.target.value })}
            hint={someone.kind === 'member' ? t('message.hint') : undefined}
            error={fieldText(shown('signup_message'), { limit })}
          />
          {someone.kind !== 'member' && (
            <p className={styles['note']}>
              <KindLabel profile={someone} plain /> {t('message.fictional')}
            </p>
          )}
          {draft.message === '' && <Openers name={someone.name} />}
        </div>
      )}
    </>
  );
}

/** Some languages have no article that fits every gender of a site with more than two. */
function useGenderLabels() {
  const { t } = useTranslation('signup');
  return useSettings().genders.length > standardGenders.length
    ? { iAm: t('i_am_any'), iSeek: t('i_seek_any') }
    : { iAm: t('i_am'), iSeek: t('i_seek') };
}

function Suggested({ people, chosen }: { people: ProfileCard[]; chosen?: number }) {
  const { t } = useTranslation('signup');
  return (
    <fieldset className={styles['suggested']}>
      <legend>{t('message.choose')}</legend>
      <div>
        {people.map((person) => (
          <button
            key={person.id}
            type="button"
            aria-pressed={person.id === chosen}
            onClick={() => changeDraft({ profile: person.id === chosen ? undefined : person.id })}
          >
            <Avatar profile={person} size={72} />
            <span>{nameAndAge(person)}</span>
            <small>{person.city ?? person.region}</small>
            <KindLabel profile={person} plain />
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Openers({ name }: { name: string }) {
  const { t } = useTranslation('signup');
  return (
    <div className={step['openers']}>
      {(['1', '2', '3'] as const).map((number) => (
        <Chip key={number} onClick={() => changeDraft({ message: t(`openers.${number}`, { name }) })}>
          {t(`openers.${number}`, { name })}
        </Chip>
      ))}
    </div>
  );
}
