import { useTranslation } from '#web/i18n/translate.tsx';
import { genders, sortOrders } from '#contract/enums.ts';
import { OLDEST, YOUNGEST } from '#contract/rules/search-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Chip } from '#web/ui/chip.tsx';
import { IconChevronDown, IconFilter } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { isAllAges, traitCount, type Filters } from './filters.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Opens the sheet with all filters. */
  onMore: () => void;
  /** Whether there is a place to be near to. */
  nearest: boolean;
}

/** What is searched, as chips: each opens or changes its part of the search. */
export function FilterBar({ filters, onChange, onMore, nearest }: FilterBarProps) {
  const { t } = useTranslation(['members', 'common']);
  const { country: nameOf } = useFormats();
  const { search_fields: fields } = useSettings();
  const { gender, country, region, min, max, sort } = filters;
  const allAges = isAllAges(filters);
  const traits = traitCount(filters);
  return (
    <div className={styles['bar']}>
      {fields.includes('gender') && (
        <Menu
          buttonClassName={styles['chip']}
          button={
            <>
              <b>{gender ? t(`genders.${gender}`, { ns: 'common' }) : t('search.everyone')}</b>
              <IconChevronDown size={16} aria-hidden="true" />
            </>
          }
        >
          {[...genders, null].map((choice) => (
            <button key={choice ?? 'all'} type="button" aria-current={choice === gender || undefined} onClick={() => onChange({ ...filters, gender: choice })}>
              {choice ? t(`genders.${choice}`, { ns: 'common' }) : t('search.everyone')}
            </button>
          ))}
        </Menu>
      )}
      {fields.includes('country') && (
        <Chip onClick={onMore} aria-haspopup="dialog">
          {country ? nameOf(country) : t('search.anywhere')}
          {region && (
            <>
              <span aria-hidden="true">·</span>
              <b>{region}</b>
            </>
          )}
        </Chip>
      )}
      {fields.includes('age') && !allAges && (
        <Chip onClick={onMore} aria-haspopup="dialog">
          <b>
            {min}–{max}
          </b>
          {t('search.years')}
        </Chip>
      )}
      {fields.includes('age') && (
        <Chip chosen={allAges} onClick={() => (allAges ? onMore() : onChange({ ...filters, min: YOUNGEST, max: OLDEST }))}>
          {t('search.all_ages')}
        </Chip>
      )}
      {filters.verified && (
        <Chip chosen onClick={() => onChange({ ...filters, verified: false })}>
          {t('search.verified')}
        </Chip>
      )}
      <Chip className={styles['all']} icon={<IconFilter size={18} aria-hidden="true" />} onClick={onMore} aria-haspopup="dialog">
        {t('search.more_filters')}
        {traits > 0 && (
          <span className={styles['traits']}>
            <span aria-hidden="true">{traits}</span>
            <span className="visually-hidden">{t('search.traits.count', { count: traits })}</span>
          </span>
        )}
      </Chip>
      <span className={styles['sort']}>
        <Menu
          buttonClassName={styles['chip']}
          button={
            <>
              <span className="visually-hidden">{t('search.sort')}</span>
              {t(`search.sorts.${sort}`)}
              <IconChevronDown size={16} aria-hidden="true" />
            </>
          }
        >
          {sortOrders
            .filter((order) => order !== 'nearest' || nearest)
            .map((order) => (
              <button key={order} type="button" aria-current={order === sort || undefined} onClick={() => onChange({ ...filters, sort: order })}>
                {t(`search.sorts.${order}`)}
              </button>
            ))}
        </Menu>
      </span>
    </div>
  );
}
