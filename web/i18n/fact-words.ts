import { isStoredAs, type FactField, type WordField } from '#contract/profile-fields.ts';
import type { ShownProfile } from '#contract/profiles.ts';
import { useFormats } from './format.ts';
import { useTranslation } from './translate.tsx';

export function useFactWords() {
  const { t } = useTranslation('profile');
  const { height, language, list } = useFormats();
  const word = (field: WordField, value: string): string =>
    field === 'languages' ? language(value) : t(`${field}.${value}`);

  function answer(profile: Pick<ShownProfile, FactField>, field: FactField): string | null {
    if (isStoredAs(field, 'words')) {
      const words = profile[field].map((value) => word(field, value));
      return words.length > 0 ? list(words) : null;
    }
    if (isStoredAs(field, 'number')) {
      const value = profile[field];
      return value === null ? null : height(value);
    }
    const value = profile[field];
    return value === null ? null : word(field, value);
  }
  return { word, answer };
}
