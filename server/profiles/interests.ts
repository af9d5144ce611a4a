import { interests, type Interest } from '#contract/profile-fields.ts';

export function tidyInterests(chosen: readonly Interest[]): Interest[] {
  const wanted = new Set(chosen);
  return interests.filter((interest) => wanted.has(interest));
}
