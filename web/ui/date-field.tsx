import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { FieldText } from './field.tsx';
import { IconAlert, IconChevronDown } from './icons.ts';
import styles from './field.module.css';

interface DateFieldProps extends FieldText {
  name?: string;
  /** `YYYY-MM-DD`, or a partial date while it is being typed (`1990-3-`). */
  value?: string;
  /**
   * Receives `YYYY-MM-DD` once day, month and year are complete, before that the partial date in the same
   * order, and an empty string if all three fields are empty.
   */
  onChange?: (value: string) => void;
  autoComplete?: 'bday' | 'off';
}

/** A date of birth as three text fields, because typing it is faster than using a calendar. */
export function DateField({
  label,
  hideLabel,
  hint,
  error,
  name,
  value = '',
  onChange,
  autoComplete = 'off',
}: DateFieldProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const [parts, setParts] = useState(() => split(value));
  const change = (part: Partial<typeof parts>) => {
    const next = { ...parts, ...part };
    setParts(next);
    onChange?.(join(next));
  };
  const complete = autoComplete === 'bday';
  const shared = { className: styles['input'], 'aria-invalid': error ? true : undefined } as const;
  return (
    <fieldset className={styles['field']} aria-describedby={error || hint ? `${id}-note` : undefined}>
      <legend className={hideLabel ? 'visually-hidden' : styles['label']}>{label}</legend>
      {name && <input type="hidden" name={name} value={join(parts)} />}
      <div className={styles['date']}>
        <input
          {...shared}
          inputMode="numeric"
          maxLength={2}
          placeholder={t('date.day_short')}
          aria-label={t('date.day')}
          autoComplete={complete ? 'bday-day' : undefined}
          value={parts.day}
          onChange={(event) => change({ day: digits(event.target.value) })}
        />
        <MonthSelect
          value={parts.month}
          invalid={!!error}
          autoComplete={complete ? 'bday-month' : undefined}
          onChange={(month) => change({ month })}
        />
        <input
          {...shared}
          inputMode="numeric"
          maxLength={4}
          placeholder={t('date.year_short')}
          aria-label={t('date.year')}
          autoComplete={complete ? 'bday-year' : undefined}
          value={parts.year}
          onChange={(event) => change({ year: digits(event.target.value) })}
        />
      </div>
      <div id={`${id}-note`} className={error ? styles['error'] : styles['hint']} aria-live="polite">
        {error ? (
          <>
            <IconAlert size={16} aria-hidden="true" />
            <span>{error}</span>
          </>
        ) : (
          hint
        )}
      </div>
    </fieldset>
  );
}

interface MonthSelectProps {
  value: string;
  invalid: boolean;
  autoComplete: string | undefined;
  onChange: (month: string) => void;
}

function MonthSelect({ value, invalid, autoComplete, onChange }: MonthSelectProps) {
  const { t, i18n } = useTranslation('common');
  const monthName = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' });
  return (
    <div className={styles['box']}>
      <select
        className={clsx(styles['input'], styles['select'])}
        aria-invalid={invalid || undefined}
        aria-label={t('date.month')}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t('date.month')}</option>
        {Array.from({ length: 12 }, (_, month) => (
          <option key={month} value={String(month + 1)}>
            {monthName.format(Date.UTC(2024, month, 1))}
          </option>
        ))}
      </select>
      <IconChevronDown size={18} className={styles['arrow']} aria-hidden="true" />
    </div>
  );
}

const digits = (text: string) => text.replace(/\D/g, '');
const number = (text: string | undefined) => (text ? String(Number(text)) : '');

function split(value: string) {
  const [year = '', month = '', day = ''] = value.split('-');
  return { year, month: number(month), day: number(day) };
}

function join({ year, month, day }: { year: string; month: string; day: string }) {
  if (!year && !month && !day) return '';
  const whole = year.length === 4 && month && day;
  return whole ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : `${year}-${month}-${day}`;
}
