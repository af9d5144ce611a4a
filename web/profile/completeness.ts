import { factFields, type HideableField, profileFields } from '#contract/profile-fields.ts';
import type { Profile } from '#contract/profiles.ts';

export type ProfilePart =
  | 'photo'
  | 'about'
  | 'prompts'
  | 'interests'
  | 'city'
  | 'more_photos'
  | 'intention'
  | 'appearance'
  | 'relationship';

interface Part {
  id: ProfilePart;
  /** Points of a total that depends on the parts that count: 100 if the site hides no field. */
  points: number;
  /** The part counts while the site shows at least one of these fields. Null if it always counts. */
  fields: readonly HideableField[] | null;
  isThere: (profile: Profile, shownFields: readonly HideableField[]) => boolean;
}

const factsOf = (id: 'intention' | 'appearance' | 'relationship'): Part => {
  const facts = factFields.filter((field) => profileFields[field].completes === id);
  return {
    id,
    points: 10,
    fields: facts,
    isThere: (profile, shownFields) =>
      facts.every((field) => isAnswered(profile[field]) || !shownFields.includes(field)),
  };
};

const isAnswered = (value: string | number | readonly string[] | null) =>
  Array.isArray(value) ? value.length > 0 : value !== null;

const parts: readonly Part[] = [
  { id: 'photo', points: 25, fields: null, isThere: (profile) => profile.main_image !== null },
  {
    id: 'about',
    points: 20,
    fields: ['about'],
    isThere: (profile) => (profile.about ?? '').length >= 40,
  },
  {
    id: 'prompts',
    points: 15,
    fields: ['prompts'],
    isThere: (profile) => profile.prompts.length > 0,
  },
  {
    id: 'interests',
    points: 15,
    fields: ['interests'],
    isThere: (profile) => profile.interests.length >= 3,
  },
  { id: 'city', points: 10, fields: ['city'], isThere: (profile) => profile.city !== null },
  { id: 'more_photos', points: 10, fields: null, isThere: (profile) => profile.photos.length >= 3 },
  factsOf('intention'),
  factsOf('appearance'),
  factsOf('relationship'),
];

/**
 * Completeness of a profile in percent, and the most valuable missing part; null if none is missing. Fields
 * that the site hides do not count: nobody would see them.
 */
export function completenessOf(
  profile: Profile,
  hidden: readonly HideableField[],
): { percent: number; next: ProfilePart | null } {
  const counted = parts
    .map((part) => ({ ...part, shown: part.fields?.filter((field) => !hidden.includes(field)) ?? [] }))
    .filter(({ fields, shown }) => fields === null || shown.length > 0);
  const missing = counted.filter(({ isThere, shown }) => !isThere(profile, shown));
  const pointsOf = (some: readonly Part[]) => some.reduce((sum, { points }) => sum + points, 0);
  const possible = pointsOf(counted);
  return {
    percent: Math.round((100 * (possible - pointsOf(missing))) / possible),
    next: missing[0]?.id ?? null,
  };
}
