import { useId, useState } from 'react';
import { itemOf } from '#contract/lists/item-of.ts';
import { interests, wordsOf, type Interest, type TraitField } from '#contract/profile-fields.ts';
import type { Traits } from '#contract/traits.ts';
import { useFactWords } from '#web/i18n/fact-words.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { IconCrown, IconLock } from '#web/ui/icons.ts';
import { searchableTraits } from './filters.ts';
import styles from './trait-filters.module.css';

const FIRST = 12;

interface TraitFiltersProps {
  premium: boolean;
  value: Traits;
  onChange: (traits: Traits) => void;
}

/**
 * Filters by interests, appearance and similar fields. Any of the chosen words matches. Free members see which are for
 * premium members, and how to unlock them.
 */
export default function TraitFilters({ premium, value, onChange }: TraitFiltersProps) {
  const { t } = useTranslation(['members', 'profile', 'common']);
  const settings = useSettings();
  const fields = searchableTraits(settings);
  const locked = premium ? [] : fields.filter((field) => settings.premium_filters.includes(field));
  const id = useId();
  if (fields.length === 0) return null;
  return (
    <section className={styles['traits']} aria-labelledby={id}>
      <h3 id={id}>
        {t('search.traits.title')}
        {settings.premium_filters.some((filter) => itemOf(fields, filter)) && (
          <span className={styles['crown']}>
            <IconCrown size={16} aria-hidden="true" />
            {t('nav.premium', { ns: 'common' })}
          </span>
        )}
      </h3>
      {fields
        .filter((field) => !locked.includes(field))
        .map((field) => (
          <TraitField
            key={field}
            field={field}
            chosen={value[field] ?? []}
            onChange={(words) => onChange({ ...value, [field]: words })}
          />
        ))}
      {locked.length > 0 && (
        <div className={styles['locked']}>
          <ul aria-hidden="true">
            {locked.slice(0, 5).map((field) => (
              <li key={field}>
                <IconLock size={14} />
                {t(`field.${field}`, { ns: 'profile' })}
              </li>
            ))}
          </ul>
          <p>{t('search.traits.locked_text')}</p>
          <ButtonLink to="/premium">{t('nav.get_premium', { ns: 'common' })}</ButtonLink>
        </div>
      )}
    </section>
  );
}

function TraitField({
  field,
  chosen,
  onChange,
}: {
  field: TraitField;
  chosen: readonly string[];
  onChange: (words: string[]) => void;
}) {
  const { t } = useTranslation(['members', 'profile', 'common']);
  const id = useId();
  const factWords = useFactWords();
  const words: readonly string[] = wordsOf(field);
  // Chosen words come first when the sheet opens. The order stays fixed while the member chooses.
  const [ordered] = useState(() => [
    ...words.filter((word) => chosen.includes(word)),
    ...orderOf(field).filter((word) => !chosen.includes(word)),
  ]);
  const [all, setAll] = useState(words.length <= FIRST);
  const toggle = (word: string) => onChange(words.filter((one) => (one === word) !== chosen.includes(one)));
  return (
    <div role="group" aria-labelledby={id} className={styles['field']}>
      <h4 id={id}>{t(`field.${field}`, { ns: 'profile' })}</h4>
      <div className={styles['chips']}>
        {(all ? ordered : ordered.slice(0, Math.max(FIRST, chosen.length))).map((word) => (
          <Chip
            key={word}
            className={styles['chip']}
            chosen={chosen.includes(word)}
            onClick={() => toggle(word)}
          >
            {factWords.word(field, word)}
          </Chip>
        ))}
        {!all && (
          <Button look="quiet" size="s" onClick={() => setAll(true)}>
            {t('more', { ns: 'common' })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Everyday interests come before intimate ones, which not everyone wants to read first. */
const everyday: readonly Interest[] = [
  'relationship',
  'kissing',
  'hugging',
  'travelling',
  'music',
  'movies',
  'cooking',
  'hiking',
  'sports',
  'reading',
  'animals',
  'dancing',
];
const orderOf = (field: TraitField): readonly string[] =>
  field === 'interests'
    ? [...everyday, ...interests.filter((word) => !everyday.includes(word))]
    : wordsOf(field);
