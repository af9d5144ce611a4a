import { agesOf } from '#contract/membership/name-and-age.ts';
import { factFields, hiddenFields, type EditableField } from '#contract/profile-fields.ts';
import { useFactWords } from '#web/i18n/fact-words.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember, useSettings } from '#web/session/use-session.ts';
import type { SectionEntry } from '#web/ui/sections/sections.tsx';
import type { ProfileDraft } from './profile-form.ts';
import { profilePath, type ProfileSection, sectionOf, sectionsAskedFor } from './profile-sections.ts';
import type { ProfileErrors } from './use-profile-save.ts';

const titles = {
  photos: 'photos:mine.title',
  basics: 'basics',
  place: 'place',
  about: 'profile:field.about',
  prompts: 'prompts.title',
  interests: 'profile:field.interests',
  love: 'love',
  life: 'life',
  looks: 'looks',
} as const satisfies Record<ProfileSection, string>;

interface Form {
  draft: ProfileDraft;
  changedFields: readonly EditableField[];
  errors: ProfileErrors;
}

/** The sections with what they say and whether that is saved. */
export function useSectionList({ draft, changedFields, errors }: Form): SectionEntry[] {
  const { t } = useTranslation(['my_profile', 'profile', 'photos']);
  const hidden = hiddenFields(useSettings());
  const valueOf = useValues(draft);
  const markOf = (section: ProfileSection) => {
    if (errors.isIn(section)) return t('mend');
    return changedFields.some((field) => sectionOf[field] === section) ? t('unsaved') : null;
  };
  return sectionsAskedFor(hidden).map((section) => ({
    id: section,
    to: profilePath(section),
    title: t(titles[section]),
    value: valueOf(section),
    mark: markOf(section),
  }));
}

/** Enough for a line of the list. */
const MOST_LETTERS = 80;

function useValues(draft: ProfileDraft) {
  const { t } = useTranslation(['my_profile', 'profile', 'prompts']);
  const { list } = useFormats();
  const { answer } = useFactWords();
  const hidden = hiddenFields(useSettings());
  const ages = agesOf(useMember().profile);
  const valueOf = (section: ProfileSection): string => {
    switch (section) {
      case 'photos':
        return '';
      case 'basics':
        return [draft.name, ages].filter(Boolean).join(', ');
      case 'place':
        return draft.city ?? draft.region ?? '';
      case 'about':
        return draft.about ?? '';
      case 'prompts':
        return draft.prompts.map(({ prompt }) => t(`prompts:${prompt}`)).join(' · ');
      case 'interests':
        return list(draft.interests.map((interest) => t(`profile:interests.${interest}`)));
      default:
        return factFields
          .filter((field) => sectionOf[field] === section && !hidden.includes(field))
          .map((field) => answer(draft, field))
          .filter(Boolean)
          .join(' · ');
    }
  };
  return (section: ProfileSection) => [...valueOf(section)].slice(0, MOST_LETTERS).join('');
}
