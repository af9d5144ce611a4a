import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { isAllAges, switchNames, traitCount, type Filters } from '../filters.ts';
import { switchWords } from '../switch-words.ts';

/** The filters of a search in a few words: “Women · Belgium · 25–35 years”. */
export function useSearchWords(): (filters: Filters) => string {
  const { t } = useTranslation(['members', 'common']);
  const { country: nameOf } = useFormats();
  return (filters) => {
    const { gender, country, region, min, max, town, radius, name } = filters;
    const traits = traitCount(filters);
    return [
      gender ? t(`common:genders.${gender}`) : t('members:search.everyone'),
      name,
      country ? nameOf(country) : t('members:search.anywhere'),
      region,
      town,
      radius && t('members:search.within_km', { km: radius }),
      isAllAges(filters) ? t('members:search.all_ages') : `${min}–${max} ${t('members:search.years')}`,
      ...switchNames.filter((filter) => filters[filter]).map((filter) => t(`members:${switchWords[filter]}`)),
      traits > 0 && t('members:search.traits.count', { count: traits }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
