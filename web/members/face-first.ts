import type { ProfileCard } from '#contract/profiles.ts';

/** Members with a photo first, otherwise in the original order, because visitors look at faces. */
export const withFaceFirst = <P extends Pick<ProfileCard, 'main_image'>>(people: readonly P[]): P[] =>
  people.toSorted((a, b) => Number(!a.main_image) - Number(!b.main_image));
