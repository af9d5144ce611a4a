import { useId, useState } from 'react';
import {
  checkNumber,
  isStoredAs,
  profileFields,
  wordsOf,
  type FactField,
  type FieldStoredAs,
} from '#contract/profile-fields.ts';
import { useFactWords } from '#web/i18n/fact-words.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import type { ProfileForm } from './profile-form.ts';
import { ShownSwitch } from './shown-switch.tsx';
import styles from './fact-field.module.css';

type FormProps = Pick<ProfileForm, 'draft' | 'change'>;

/** The control of a fact, by the form in which the fact is stored, with its switch. */
export function FactField({ field, error, ...form }: FormProps & { field: FactField; error?: string }) {
  return (
    <div className={styles['fact']} data-several={isStoredAs(field, 'words') || undefined}>
      {isStoredAs(field, 'words') ? (
        <Several field={field} {...form} />
      ) : isStoredAs(field, 'number') ? (
        <NumberField field={field} error={error} {...form} />
      ) : (
        <OneWord field={field} {...form} />
      )}
      <div className={styles['shown']}>
        <ShownSwitch field={field} {...form} />
      </div>
    </div>
  );
}

type FactStoredAs<S extends 'word' | 'words' | 'number'> = FactField & FieldStoredAs<S>;

function OneWord({ field, draft, change }: FormProps & { field: FactStoredAs<'word'> }) {
  const { t } = useTranslation(['my_profile', 'profile']);
  const { word } = useFactWords();
  return (
    <Select
      label={t(`profile:field.${field}`)}
      placeholder={t('rather_not')}
      options={wordsOf(field).map((value) => ({ value, label: word(field, value) }))}
      value={draft[field] ?? ''}
      onChange={(event) => change({ [field]: event.target.value || null })}
    />
  );
}

function NumberField({
  field,
  draft,
  change,
  error,
}: FormProps & { field: FactStoredAs<'number'>; error: string | undefined }) {
  const { t } = useTranslation('profile');
  const { height } = useFormats();
  const { least, most } = profileFields[field].range;
  const value = draft[field];
  // What was typed, so that a number outside the range can be read and corrected.
  const [typed, setTyped] = useState<string | null>(null);
  const isValid = value !== null && checkNumber(field, value) === null;
  return (
    <TextInput
      label={t(`field.${field}`)}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? value ?? ''}
      error={typed === null && error}
      hint={isValid ? height(value) : t('range', { least: height(least), most: height(most) })}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '').slice(0, 3);
        setTyped(digits);
        change({ [field]: digits === '' ? null : Number(digits) });
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

const FIRST = 10;

function Several({ field, draft, change }: FormProps & { field: FactStoredAs<'words'> }) {
  const { t } = useTranslation(['my_profile', 'profile', 'common']);
  const { word } = useFactWords();
  const id = useId();
  const chosen: readonly string[] = draft[field];
  const words: readonly string[] = wordsOf(field);
  // The order stays fixed while choosing, so that chips do not jump away under the finger.
  const [ordered] = useState(() => [
    ...words.filter((value) => chosen.includes(value)),
    ...words.filter((value) => !chosen.includes(value)),
  ]);
  const [all, setAll] = useState(words.length <= FIRST);
  return (
    <div role="group" aria-labelledby={id}>
      <h2 id={id} className={styles['label']}>
        {t(`profile:field.${field}`)}
      </h2>
      <div className={styles['chips']}>
        {(all ? ordered : ordered.slice(0, Math.max(FIRST, chosen.length))).map((value) => (
          <Chip
            key={value}
            chosen={chosen.includes(value)}
            onClick={() =>
              change({ [field]: words.filter((one) => (one === value) !== chosen.includes(one)) })
            }
          >
            {word(field, value)}
          </Chip>
        ))}
        {!all && (
          <Button look="quiet" size="s" onClick={() => setAll(true)}>
            {t('common:more')}
          </Button>
        )}
      </div>
    </div>
  );
}
