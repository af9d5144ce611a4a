import { useCallback, useMemo, useState } from 'react';
import type { Profile, ProfileChange } from '#contract/profiles.ts';

/** The fields of my profile that a form changes, each as its control holds it. */
export type ProfileDraft = Required<Omit<ProfileChange, 'lat' | 'lon'>>;

const plainFields = [
  'name',
  'gender',
  'country',
  'region',
  'city',
  'sexuality',
  'hair_color',
  'eye_color',
  'body_type',
  'relationship_status',
  'tattoos',
] as const;

const draftOf = (profile: Profile): ProfileDraft =>
  ({
    ...Object.fromEntries(plainFields.map((field) => [field, profile[field] ?? null])),
    gender_sought: profile.gender_sought ?? (profile.gender === 'male' ? 'female' : 'male'),
    date_of_birth: profile.date_of_birth ?? '',
    about: profile.about ?? '',
    interests: profile.interests,
  }) as ProfileDraft;

/**
 * What the member has changed so far. Only changes are kept, so that what the server says of the other fields shows at
 * once, and a refused save loses nothing that was typed.
 */
export function useProfileForm(profile: Profile) {
  const [changes, setChanges] = useState<Partial<ProfileDraft>>({});
  const saved = useMemo(() => draftOf(profile), [profile]);
  const change = useCallback((part: Partial<ProfileDraft>) => setChanges((before) => ({ ...before, ...part })), []);
  const dirty = Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => !same(value, saved[field as keyof ProfileDraft])),
  ) as Partial<ProfileDraft>;
  return {
    draft: { ...saved, ...changes },
    change,
    /** The body of PUT /api/profile.php: what differs from the saved profile. */
    changes: dirty as ProfileChange,
    isDirty: Object.keys(dirty).length > 0,
    reset: () => setChanges({}),
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
