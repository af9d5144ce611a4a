import { useCallback, useMemo, useState } from 'react';
import { editableFields, pick, type DetailField, type EditableField } from '#contract/profile-fields.ts';
import type { Profile, ProfileChange } from '#contract/profiles.ts';
import { usuallySought } from '#contract/rules/search-rules.ts';

export type ProfileDraft = Required<Pick<ProfileChange, EditableField | 'hidden_fields'>>;

const draftOf = (profile: Profile): ProfileDraft => ({
  ...pick(profile, editableFields),
  hidden_fields: profile.hidden_fields,
  gender_sought: profile.gender_sought ?? usuallySought(profile.gender),
  date_of_birth: profile.date_of_birth ?? '',
  partner_date_of_birth: profile.partner_date_of_birth ?? '',
  about: profile.about ?? '',
});

/**
 * The member's unsaved changes. Unchanged fields are not copied, so that server updates to them show at once,
 * and a failed save loses no input.
 */
export function useProfileForm(profile: Profile) {
  const [changes, setChanges] = useState<Partial<ProfileDraft>>({});
  const saved = useMemo(() => draftOf(profile), [profile]);
  const change = useCallback(
    (part: Partial<ProfileDraft>) => setChanges((before) => ({ ...before, ...part })),
    [],
  );
  const dirty = Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => !isSameValue(value, saved[field as keyof ProfileDraft]),
    ),
  ) as Partial<ProfileDraft>;
  return {
    draft: { ...saved, ...changes },
    change,
    /** The body of `PUT /api/profile.php`: fields that differ from the saved profile. */
    changes: withoutBlankAnswers(dirty),
    changedFields: editableFields.filter(
      (field) =>
        field in dirty || isToggled(field, changes.hidden_fields ?? saved.hidden_fields, saved.hidden_fields),
    ),
    isDirty: Object.keys(dirty).length > 0,
    reset: () => setChanges({}),
  };
}

const isToggled = (field: EditableField, now: readonly DetailField[], before: readonly DetailField[]) =>
  now.some((one) => one === field) !== before.some((one) => one === field);

/** A prompt that was chosen but not answered is not saved. */
const withoutBlankAnswers = ({ prompts, ...rest }: Partial<ProfileDraft>): ProfileChange => ({
  ...rest,
  ...(prompts && { prompts: prompts.filter(({ answer }) => answer.trim() !== '') }),
});

export type ProfileForm = ReturnType<typeof useProfileForm>;

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
