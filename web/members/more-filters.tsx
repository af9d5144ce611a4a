import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { SearchFilter } from '#contract/rules/search-filters.ts';
import { radii } from '#contract/rules/search-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { regionsQuery } from '#web/session/queries.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import { radiusOf, switches, switchNames, type Filters } from './filters.ts';
import { switchWords } from './switch-words.ts';
import styles from './filter-sheet.module.css';

export interface FieldProps {
  draft: Filters;
  change: (part: Partial<Filters>) => void;
}

/** Whether the site keeps a filter for premium members, and this one is not. */
function useLocked(): (filter: SearchFilter) => boolean {
  const user = useUser();
  const { premium_filters } = useSettings();
  return (filter) => !user?.paid_user && premium_filters.includes(filter);
}

/** A town of the chosen country, and a radius around it or around the member's own town. */
export function PlaceFilters({ draft: { country, region, town, radius }, change }: FieldProps) {
  const { t } = useTranslation(['members', 'common']);
  const isLocked = useLocked();
  const user = useUser();
  const { visible_profile_fields: shown } = useSettings();
  const id = useId();
  const { data } = useQuery({ ...regionsQuery(country ?? 'NL'), enabled: country !== null });
  if (!shown.includes('city')) return null;
  const cities = (data?.regions ?? [])
    .filter((each) => region === null || each.id === region)
    .flatMap((each) => each.cities);
  const premium = t('nav.premium', { ns: 'common' });
  return (
    <div className={styles['pair']}>
      <TextInput
        label={t('search.town')}
        hint={isLocked('town') ? premium : undefined}
        value={town}
        list={id}
        maxLength={100}
        autoComplete="off"
        disabled={isLocked('town')}
        onChange={({ target }) => change({ town: target.value })}
      />
      <datalist id={id}>
        {[...new Set(cities)].map((city) => (
          <option key={city} value={city}>
            {city}
          </option>
        ))}
      </datalist>
      <Select
        label={t('search.radius')}
        hint={isLocked('radius') ? premium : undefined}
        value={radius === null ? '' : String(radius)}
        disabled={isLocked('radius') || (town.trim() === '' && !user?.profile.city)}
        placeholder={t('search.any_distance')}
        options={radii.map((km) => ({ value: String(km), label: t('search.within_km', { km }) }))}
        onChange={({ target }) => change({ radius: radiusOf(target.value) })}
      />
    </div>
  );
}

export function SwitchFilters({ draft, change }: FieldProps) {
  const { t } = useTranslation(['members', 'common']);
  const isLocked = useLocked();
  return (
    <fieldset className={styles['ages']}>
      <legend>{t('search.only')}</legend>
      {switchNames.map((filter) => {
        const locked = isLocked(switches[filter]);
        return (
          <Checkbox
            key={filter}
            label={
              locked
                ? `${t(switchWords[filter])} · ${t('nav.premium', { ns: 'common' })}`
                : t(switchWords[filter])
            }
            checked={draft[filter]}
            disabled={locked}
            onChange={({ target }) => change({ [filter]: target.checked })}
          />
        );
      })}
    </fieldset>
  );
}

export function NameFilter({ draft: { name }, change }: FieldProps) {
  const { t } = useTranslation(['members', 'common']);
  const locked = useLocked()('name');
  return (
    <TextInput
      label={t('search.name')}
      hint={locked ? t('nav.premium', { ns: 'common' }) : undefined}
      value={name}
      maxLength={60}
      autoComplete="off"
      disabled={locked}
      onChange={({ target }) => change({ name: target.value })}
    />
  );
}
