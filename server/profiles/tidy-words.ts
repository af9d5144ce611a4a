import { fieldsStoredAs, wordsOf, type FieldStoredAs } from '#contract/profile-fields.ts';
import type { ProfileChange } from '#contract/profiles.ts';

export function tidyWords(change: ProfileChange): Partial<Record<FieldStoredAs<'words'>, string[]>> {
  return Object.fromEntries(
    fieldsStoredAs('words').flatMap((field) => {
      const chosen = new Set<string>(change[field]);
      return change[field] ? [[field, wordsOf(field).filter((word) => chosen.has(word))]] : [];
    }),
  );
}
