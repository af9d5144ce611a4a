import type { Profile } from '#contract/profiles.ts';

/** What a whole profile has, the most telling first; each with its share of a hundred. */
const parts = [
  { id: 'photo', share: 25, isThere: (profile: Profile) => profile.main_image !== null },
  { id: 'about', share: 20, isThere: (profile: Profile) => (profile.about ?? '').length >= 40 },
  { id: 'interests', share: 15, isThere: (profile: Profile) => profile.interests.length >= 3 },
  { id: 'city', share: 10, isThere: (profile: Profile) => profile.city !== null },
  { id: 'more_photos', share: 10, isThere: (profile: Profile) => profile.photos.length >= 3 },
  { id: 'appearance', share: 10, isThere: (profile: Profile) => profile.hair_color !== null && profile.eye_color !== null && profile.body_type !== null },
  { id: 'relationship', share: 10, isThere: (profile: Profile) => profile.relationship_status !== null && profile.sexuality !== null },
] as const;

export type ProfilePart = (typeof parts)[number]['id'];

/** How complete a profile is, in percent, and what would help most next; null when nothing is missing. */
export function completenessOf(profile: Profile): { percent: number; next: ProfilePart | null } {
  const there = parts.filter(({ isThere }) => isThere(profile));
  return { percent: there.reduce((sum, { share }) => sum + share, 0), next: parts.find((part) => !there.includes(part))?.id ?? null };
}
