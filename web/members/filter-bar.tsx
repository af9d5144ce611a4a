import type { ReactNode } from 'react';
import { OLDEST, YOUNGEST, sortOrders } from '#contract/rules/search-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Chip } from '#web/ui/chip.tsx';
import { IconChevronDown, IconFilter } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { ActiveChips } from './active-chips.tsx';
import { genderChoices, isAllAges, isSorted, traitCount, type Filters } from './filters.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  onMore: () => void;
  nearest: boolean;
  /** Shown after the filters, for members. */
  saving?: ReactNode;
}

export function FilterBar({ filters, onChange, onMore, nearest, saving }: FilterBarProps) {
  const { t } = useTranslation(['members', 'common']);
  const { country: nameOf } = useFormats();
  const { search_fields: fields, genders } = useSettings();
  const { gender, country, region, sort } = filters;
  const genderName = (of: typeof gender) => (of ? t(`common:genders.${of}`) : t('search.everyone'));
  return (
    <div className={styles['bar']}>
      {fields.includes('gender') && (
        <ChoiceMenu
          button={<b>{genderName(gender)}</b>}
          choices={[...genderChoices(genders, gender), null]}
          current={gender}
          nameOf={genderName}
          onChoose={(choice) => onChange({ ...filters, gender: choice })}
        />
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
      {fields.includes('age') && <AgeChips filters={filters} onChange={onChange} onMore={onMore} />}
      <ActiveChips filters={filters} onChange={onChange} />
      <MoreChip traits={traitCount(filters)} onClick={onMore} />
      {saving}
      {!isSorted(filters) && (
        <span className={styles['sort']}>
          <ChoiceMenu
            button={
              <>
                <span className="visually-hidden">{t('search.sort')}</span>
                {t(`search.sorts.${sort}`)}
              </>
            }
            choices={sortOrders.filter((order) => order !== 'nearest' || nearest)}
            current={sort}
            nameOf={(order) => t(`search.sorts.${order}`)}
            onChoose={(order) => onChange({ ...filters, sort: order })}
          />
        </span>
      )}
    </div>
  );
}

interface ChoiceMenuProps<T extends string | null> {
  button: ReactNode;
  choices: readonly T[];
  current: T;
  nameOf: (choice: T) => string;
  onChoose: (choice: T) => void;
}

function ChoiceMenu<T extends string | null>(props: ChoiceMenuProps<T>) {
  const { button, choices, current, nameOf, onChoose } = props;
  return (
    <Menu
      buttonClassName={styles['chip']}
      button={
        <>
          {button}
          <IconChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      {choices.map((choice) => (
        <button
          key={choice ?? 'all'}
          type="button"
          aria-current={choice === current || undefined}
          onClick={() => onChoose(choice)}
        >
          {nameOf(choice)}
        </button>
      ))}
    </Menu>
  );
}

function AgeChips({ filters, onChange, onMore }: Omit<FilterBarProps, 'nearest' | 'saving'>) {
  const { t } = useTranslation('members');
  const { min, max } = filters;
  const allAges = isAllAges(filters);
  return (
    <>
      {!allAges && (
        <Chip onClick={onMore} aria-haspopup="dialog">
          {/* An entity, because a literal dash would be the only character beyond Latin-1 on most pages, and V8 would then
              store the whole page at two bytes a character (docs/decisions/0101-router-of-our-own.md). */}
          {/* oxlint-disable-next-line react/no-danger -- safe: numbers */}
          <b dangerouslySetInnerHTML={{ __html: `${min}&ndash;${max}` }} />
          {t('search.years')}
        </Chip>
      )}
      <Chip
        chosen={allAges}
        onClick={() => (allAges ? onMore() : onChange({ ...filters, min: YOUNGEST, max: OLDEST }))}
      >
        {t('search.all_ages')}
      </Chip>
    </>
  );
}

function MoreChip({ traits, onClick }: { traits: number; onClick: () => void }) {
  const { t } = useTranslation('members');
  return (
    <Chip
      className={styles['all']}
      icon={<IconFilter size={18} aria-hidden="true" />}
      onClick={onClick}
      aria-haspopup="dialog"
    >
      {t('search.more_filters')}
      {traits > 0 && (
        <span className={styles['traits']}>
          <span aria-hidden="true">{traits}</span>
          <span className="visually-hidden">{t('search.traits.count', { count: traits })}</span>
        </span>
      )}
    </Chip>
  );
}
