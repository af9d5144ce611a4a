import { clsx } from 'clsx';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { IconAlert, IconChevronDown } from './icons.ts';
import styles from './field.module.css';

export interface FieldText {
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
}

interface Wiring {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

export function Field({
  label,
  hideLabel,
  hint,
  error,
  id: given,
  className,
  children,
}: FieldText & { id?: string; className?: string; children: (wiring: Wiring) => ReactNode }) {
  const made = useId();
  const id = given ?? made;
  const note = `${id}-note`;
  return (
    <div className={clsx(styles['field'], className)} data-field="">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? note : undefined,
      })}
      <Note id={note} hint={hint} error={error} />
    </div>
  );
}

function Note({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  return (
    <div id={id} className={error ? styles['error'] : styles['hint']} aria-live="polite">
      {error ? (
        <>
          <IconAlert size={16} aria-hidden="true" />
          <span>{error}</span>
        </>
      ) : (
        hint
      )}
    </div>
  );
}

type TextInputProps = FieldText &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
    ref?: Ref<HTMLInputElement>;
    /** Content at the end of the line: a unit, a show-password button. */ end?: ReactNode;
  };

export function TextInput({ label, hideLabel, hint, error, id, className, end, ...rest }: TextInputProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, id, className }}>
      {(wiring) => (
        <div className={styles['box']}>
          <input type="text" {...rest} {...wiring} className={styles['input']} />
          {end}
        </div>
      )}
    </Field>
  );
}

export function Textarea({
  label,
  hideLabel,
  hint,
  error,
  id,
  className,
  rows = 4,
  ...rest
}: FieldText & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field {...{ label, hideLabel, hint, error, id, className }}>
      {(wiring) => (
        <textarea rows={rows} {...rest} {...wiring} className={clsx(styles['input'], styles['area'])} />
      )}
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

/**
 * The browser's own select, which works best on phones and for assistive technology. `placeholder` adds an
 * empty first option.
 */
export function Select({
  label,
  hideLabel,
  hint,
  error,
  id,
  className,
  options,
  placeholder,
  ...rest
}: FieldText &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: Option[];
    placeholder?: string;
    ref?: Ref<HTMLSelectElement>;
  }) {
  return (
    <Field {...{ label, hideLabel, hint, error, id, className }}>
      {(wiring) => (
        <div className={styles['box']}>
          <select {...rest} {...wiring} className={clsx(styles['input'], styles['select'])}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown size={18} className={styles['arrow']} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}

export function Checkbox({
  label,
  hint,
  error,
  className,
  id: given,
  ...rest
}: Omit<FieldText, 'hideLabel'> & InputHTMLAttributes<HTMLInputElement>) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className={clsx(styles['field'], className)} data-field="">
      <label className={styles['tick']} htmlFor={id}>
        <input
          type="checkbox"
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
        />
        <span>{label}</span>
      </label>
      <Note id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

/** A switch that takes effect at once, without submitting a form. */
export function Switch({
  label,
  hint,
  className,
  id: given,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const made = useId();
  const id = given ?? made;
  return (
    <label className={clsx(styles['switch'], className)} htmlFor={id}>
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its own state */}
      <input type="checkbox" role="switch" {...rest} id={id} />
    </label>
  );
}

interface RadioGroupProps extends FieldText {
  name: string;
  options: { value: string; label: ReactNode; icon?: ReactNode }[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  className?: string;
  required?: boolean;
}

export function RadioGroup({
  label,
  hideLabel,
  hint,
  error,
  name,
  options,
  value,
  defaultValue,
  onChange,
  className,
  required,
}: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset
      className={clsx(styles['field'], className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={error || hint ? `${id}-note` : undefined}
    >
      <legend className={hideLabel ? 'visually-hidden' : styles['label']}>{label}</legend>
      <div className={styles['choices']}>
        {options.map((option) => (
          <label key={option.value} className={styles['choice']}>
            <input
              type="radio"
              name={name}
              value={option.value}
              required={required}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value : undefined}
              onChange={() => onChange?.(option.value)}
            />
            {option.icon}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <Note id={`${id}-note`} hint={hint} error={error} />
    </fieldset>
  );
}
