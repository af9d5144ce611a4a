import { useTranslation } from '#web/i18n/translate.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { IconX } from '#web/ui/icons.ts';
import { NO_MORE_FILTERS, switchNames, type Filters, type SwitchFilter } from './filters.ts';
import { switchWords } from './switch-words.ts';

interface ActiveChipsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** A chip for each filter that is set in the sheet, which removes it, and one that removes all. */
export function ActiveChips({ filters, onChange }: ActiveChipsProps) {
  const { t } = useTranslation('members');
  const { radius, town, name, traits } = filters;
  const on: SwitchFilter[] = switchNames.filter((filter) => filters[filter]);
  const hasPlace = town !== '' || radius !== null;
  const within = radius && t('search.within_km', { km: radius });
  if (on.length === 0 && !hasPlace && name === '' && Object.keys(traits).length === 0) return null;
  return (
    <>
      {hasPlace && (
        <RemoveChip onRemove={() => onChange({ ...filters, town: '', radius: null })}>
          {[town, within].filter(Boolean).join(' · ')}
        </RemoveChip>
      )}
      {name !== '' && <RemoveChip onRemove={() => onChange({ ...filters, name: '' })}>{name}</RemoveChip>}
      {on.map((filter) => (
        <RemoveChip key={filter} onRemove={() => onChange({ ...filters, [filter]: false })}>
          {t(switchWords[filter])}
        </RemoveChip>
      ))}
      <Chip onClick={() => onChange({ ...filters, ...NO_MORE_FILTERS })}>{t('search.reset')}</Chip>
    </>
  );
}

function RemoveChip({ onRemove, children }: { onRemove: () => void; children: string }) {
  return (
    <Chip chosen onClick={onRemove}>
      {children}
      <IconX size={16} aria-hidden="true" />
    </Chip>
  );
}
