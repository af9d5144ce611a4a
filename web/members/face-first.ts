import type { ProfileCard } from '#contract/profiles.ts';

/** Members with a photo first, otherwise in the original order, because visitors look at faces. */
export const withFaceFirst = <P extends Pick<ProfileCard, 'main_image'>>(people: readonly P[]): P[] => [
  ...people.filter(({ main_image }) => main_image !== null),
  ...people.filter(({ main_image }) => main_image === null),
];
