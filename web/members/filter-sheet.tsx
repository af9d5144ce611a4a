import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { countries, countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { genders, sortOrders, type Gender, type SortOrder } from '#contract/enums.ts';
import { OLDEST, YOUNGEST } from '#contract/rules/search-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { regionsQuery } from '#web/session/queries.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, RadioGroup, Select } from '#web/ui/field.tsx';
import { Sheet } from '#web/ui/modal.tsx';
import { isAllAges, searchOf, type Filters } from './filters.ts';
import { MOST_COUNTED } from './results.tsx';
import styles from './filter-sheet.module.css';

/** Comes when the sheet opens: with its words it would weigh on every search. */
const TraitFilters = lazy(() => import('./trait-filters.tsx'));

interface FilterSheetProps {
  filters: Filters;
  defaults: Filters;
  nearest: boolean;
  onClose: () => void;
  onApply: (filters: Filters) => void;
}

const ages = Array.from({ length: OLDEST - YOUNGEST + 1 }, (_, year) => ({ value: String(YOUNGEST + year), label: String(YOUNGEST + year) }));

/** All filters together; nothing is searched before the button is pressed. */
export function FilterSheet({ filters, defaults, nearest, onClose, onApply }: FilterSheetProps) {
  const { t } = useTranslation(['members', 'common']);
  const { country: nameOf, number } = useFormats();
  const user = useUser();
  const { search_fields: fields } = useSettings();
  const [draft, setDraft] = useState(filters);
  const change = (part: Partial<Filters>) => setDraft((before) => ({ ...before, ...part }));
  const { data: regions } = useQuery({ ...regionsQuery(draft.country ?? 'NL'), enabled: draft.country !== null });
  const allAges = isAllAges(draft);
  const own = isAllAges(defaults) ? { min: 25, max: 45 } : { min: defaults.min, max: defaults.max };
  // How many the button leads to, as the filters are set; the number of before until it is known.
  const { data: found } = useQuery({ ...callQuery('members', { query: searchOf(draft) }), staleTime: 60_000, placeholderData: (before) => before });
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
          <Button type="submit" form="search-filters">
            {t('search.show')}
            {found && ` (${number(found.num_results)}${found.num_results >= MOST_COUNTED ? '+' : ''})`}
          </Button>
        </>
      }
    >
      <form id="search-filters" className={styles['form']} onSubmit={submit}>
        {fields.includes('gender') && (
          <RadioGroup
            label={t('search.gender')}
            name="gender"
            value={draft.gender ?? 'all'}
            onChange={(value) => change({ gender: value === 'all' ? null : (value as Gender) })}
            options={[
              ...genders.map((gender) => ({ value: gender as string, label: t(`genders.${gender}`, { ns: 'common' }) })),
              { value: 'all', label: t('search.everyone') },
            ]}
          />
        )}
        <div className={styles['pair']}>
          {fields.includes('country') && (
            <Select
              label={t('search.country')}
              value={draft.country ?? 'all'}
              onChange={({ target }) => change({ country: target.value === 'all' ? null : (target.value as CountryCode), region: null })}
              options={[
                ...countryCodes.map((code) => ({ value: code as string, label: nameOf(code) })).sort((a, b) => a.label.localeCompare(b.label)),
                { value: 'all', label: t('search.anywhere') },
              ]}
            />
          )}
          {fields.includes('region') && (
            <Select
              label={t(`region_label.${draft.country ? countries[draft.country].regionLabel : 'region'}`, { ns: 'common' })}
              value={draft.region ?? ''}
              disabled={draft.country === null}
              placeholder={t('search.any_region')}
              onChange={({ target }) => change({ region: target.value || null })}
              options={(regions?.regions ?? (draft.region ? [{ id: draft.region, name: draft.region }] : [])).map(({ id, name }) => ({
                value: id,
                label: name,
              }))}
            />
          )}
        </div>
        {fields.includes('age') && (
          <fieldset className={styles['ages']}>
            <legend>{t('search.ages')}</legend>
            <div className={styles['pair']}>
              <Select label={t('search.age_from')} value={String(draft.min)} options={ages} onChange={({ target }) => change({ min: Number(target.value) })} />
              <Select label={t('search.age_to')} value={String(draft.max)} options={ages} onChange={({ target }) => change({ max: Number(target.value) })} />
            </div>
            <Checkbox label={t('search.all_ages')} checked={allAges} onChange={({ target }) => change(target.checked ? { min: YOUNGEST, max: OLDEST } : own)} />
          </fieldset>
        )}
        <Select
          label={t('search.sort')}
          value={draft.sort}
          options={sortOrders.filter((order) => order !== 'nearest' || nearest).map((order) => ({ value: order as string, label: t(`search.sorts.${order}`) }))}
          onChange={({ target }) => change({ sort: target.value as SortOrder })}
        />
        <Checkbox label={t('search.verified')} checked={draft.verified} onChange={({ target }) => change({ verified: target.checked })} />
        {user && fields.includes('traits') && (
          <Suspense>
            <TraitFilters premium={user.paid_user} value={draft.traits} onChange={(traits) => change({ traits })} />
          </Suspense>
        )}
      </form>
    </Sheet>
  );
}
