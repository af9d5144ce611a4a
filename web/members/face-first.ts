import type { ProfileCard } from '#contract/profiles.ts';

/** Those with a photo before those without, else as they come: a look at the site is at faces. */
export const withFaceFirst = <P extends Pick<ProfileCard, 'main_image'>>(people: readonly P[]): P[] => [
  ...people.filter(({ main_image }) => main_image !== null),
  ...people.filter(({ main_image }) => main_image === null),
];
