import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useState } from 'react';
import { countries, countryCodes } from '#contract/lists/countries.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { regionName } from '#contract/lists/regions.ts';
import { MOST_COUNTED, OLDEST, YOUNGEST, sortOrders } from '#contract/rules/search-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { regionsQuery } from '#web/session/queries.ts';
import { callQuery } from '#web/session/query-client.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, RadioGroup, Select } from '#web/ui/field.tsx';
import { Sheet } from '#web/ui/modal.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { genderChoices, isAllAges, isSorted, searchOf, type Filters } from './filters.ts';
import { NameFilter, PlaceFilters, SwitchFilters, type FieldProps } from './more-filters.tsx';
import styles from './filter-sheet.module.css';

/** Loaded when the sheet opens, because its word lists would slow down every search. */
const TraitFilters = lazyPart(() => import('./trait-filters.tsx'));

interface FilterSheetProps {
  filters: Filters;
  defaults: Filters;
  nearest: boolean;
  onClose: () => void;
  onApply: (filters: Filters) => void;
}

const ages = Array.from({ length: OLDEST - YOUNGEST + 1 }, (_, year) => ({
  value: String(YOUNGEST + year),
  label: String(YOUNGEST + year),
}));

export function FilterSheet({ filters, defaults, nearest, onClose, onApply }: FilterSheetProps) {
  const { t } = useTranslation('members');
  const user = useUser();
  const { search_fields: fields } = useSettings();
  const [draft, setDraft] = useState(filters);
  const change = (part: Partial<Filters>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ ...draft, min: Math.min(draft.min, draft.max), max: Math.max(draft.min, draft.max) });
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('search.filters')}
      footer={
        <>
          <Button look="quiet" onClick={() => setDraft(defaults)}>
            {t('search.reset')}
          </Button>
          <ShowButton draft={draft} />
        </>
      }
    >
      <form id="search-filters" className={styles['form']} onSubmit={submit}>
        {fields.includes('gender') && <GenderField draft={draft} change={change} />}
        <div className={styles['pair']}>
          {fields.includes('country') && <CountryField draft={draft} change={change} />}
          {fields.includes('region') && <RegionField draft={draft} change={change} />}
        </div>
        {fields.includes('age') && <AgeFields draft={draft} change={change} defaults={defaults} />}
        <PlaceFilters draft={draft} change={change} />
        {!isSorted(draft) && (
          <Select
            label={t('search.sort')}
            value={draft.sort}
            options={sortOrders
              .filter((order) => order !== 'nearest' || nearest)
              .map((order) => ({ value: order, label: t(`search.sorts.${order}`) }))}
            onChange={({ target }) => change({ sort: itemOf(sortOrders, target.value) ?? draft.sort })}
          />
        )}
        <SwitchFilters draft={draft} change={change} />
        <NameFilter draft={draft} change={change} />
        {user && fields.includes('traits') && (
          <Suspense>
            <TraitFilters
              premium={user.paid_user}
              value={draft.traits}
              onChange={(traits) => change({ traits })}
            />
          </Suspense>
        )}
      </form>
    </Sheet>
  );
}

function ShowButton({ draft }: { draft: Filters }) {
  const { t } = useTranslation('members');
  const { number } = useFormats();
  // The previous number stays until the next response.
  const { data } = useQuery({
    ...callQuery('members', { query: searchOf(draft) }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  return (
    <Button type="submit" form="search-filters">
      {t('search.show')}
      {data && ` (${number(data.num_results)}${data.num_results >= MOST_COUNTED ? '+' : ''})`}
    </Button>
  );
}

function GenderField({ draft, change }: FieldProps) {
  const { t } = useTranslation(['members', 'common']);
  const { genders } = useSettings();
  const choices = genderChoices(genders, draft.gender);
  return (
    <RadioGroup
      label={t('search.gender')}
      name="gender"
      value={draft.gender ?? 'all'}
      onChange={(value) => change({ gender: itemOf(choices, value) ?? null })}
      options={[
        ...choices.map((gender) => ({
          value: gender,
          label: t(`common:genders.${gender}`),
        })),
        { value: 'all', label: t('search.everyone') },
      ]}
    />
  );
}

function CountryField({ draft, change }: FieldProps) {
  const { t } = useTranslation('members');
  const { country: nameOf, compare } = useFormats();
  const settings = useSettings();
  // A link may name a country that the site no longer serves.
  const codes = new Set([
    ...settings.countries.map(({ code }) => code),
    ...(draft.country ? [draft.country] : []),
  ]);
  const options = [...codes]
    .map((code) => ({ value: code, label: nameOf(code) }))
    .sort((a, b) => compare(a.label, b.label));
  return (
    <Select
      label={t('search.country')}
      value={draft.country ?? 'all'}
      onChange={({ target }) => change({ country: itemOf(countryCodes, target.value) ?? null, region: null })}
      options={[...options, { value: 'all', label: t('search.anywhere') }]}
    />
  );
}

function RegionField({ draft: { country, region }, change }: FieldProps) {
  const { t, i18n } = useTranslation(['members', 'common']);
  const { compare } = useFormats();
  const { data } = useQuery({ ...regionsQuery(country ?? 'NL'), enabled: country !== null });
  const regions = data?.regions ?? (region ? [{ id: region, name: region }] : []);
  return (
    <Select
      label={t(`common:region_label.${country ? countries[country].regionLabel : 'region'}`)}
      value={region ?? ''}
      disabled={country === null}
      placeholder={t('search.any_region')}
      onChange={({ target }) => change({ region: target.value || null })}
      options={regions
        .map(({ id }) => ({ value: id, label: regionName(country ?? 'NL', id, i18n.language) }))
        .sort((one, other) => compare(one.label, other.label))}
    />
  );
}

function AgeFields({ draft, change, defaults }: FieldProps & { defaults: Filters }) {
  const { t } = useTranslation('members');
  const limited = isAllAges(defaults) ? { min: 25, max: 45 } : { min: defaults.min, max: defaults.max };
  return (
    <fieldset className={styles['ages']}>
      <legend>{t('search.ages')}</legend>
      <div className={styles['pair']}>
        <Select
          label={t('search.age_from')}
          value={String(draft.min)}
          options={ages}
          onChange={({ target }) => change({ min: Number(target.value) })}
        />
        <Select
          label={t('search.age_to')}
          value={String(draft.max)}
          options={ages}
          onChange={({ target }) => change({ max: Number(target.value) })}
        />
      </div>
      <Checkbox
        label={t('search.all_ages')}
        checked={isAllAges(draft)}
        onChange={({ target }) => change(target.checked ? { min: YOUNGEST, max: OLDEST } : limited)}
      />
    </fieldset>
  );
}
