import type { ReactNode } from 'react';
import { ageGates } from '#contract/age-checks/lists.ts';
import { countries, countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import { centsOf, money } from '#contract/money.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import { amountOf } from '#office/pieces/typed-amount.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { IconX } from '#web/ui/icons.ts';
import { AgeLaws } from './age-laws.tsx';
import { type ControlProps, ControlGroup } from './control-group.tsx';
import styles from './site-settings.module.css';

const currencyOptions = currencies.map((value) => ({ value, label: value }));

type Values = Record<string, unknown>;

interface RowsProps extends ControlProps {
  names: readonly string[];
  nameOf(name: string): string;
  first(name: string): unknown;
  add: string;
  row(name: string, value: unknown, change: (value: unknown) => void): ReactNode;
}

function Rows({ value, names, nameOf, first, add, row, disabled, onChange, ...group }: RowsProps) {
  const { t } = useTranslation('office/site-settings');
  const values = value as Values;
  const absent = names.filter((name) => !Object.hasOwn(values, name));
  const without = (name: string) =>
    Object.fromEntries(Object.entries(values).filter(([each]) => each !== name));
  return (
    <ControlGroup {...group}>
      {Object.entries(values).map(([name, one]) => (
        <div key={name} className={styles['line']}>
          <b>{nameOf(name)}</b>
          {row(name, one, (next) => onChange({ ...values, [name]: next }))}
          <IconButton
            label={t('rows.remove', { what: nameOf(name) })}
            disabled={disabled}
            onClick={() => onChange(without(name))}
          >
            <IconX size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {absent.length > 0 && (
        <Select
          label={add}
          value=""
          placeholder="—"
          disabled={disabled}
          options={absent.map((name) => ({ value: name, label: nameOf(name) }))}
          onChange={({ target }) =>
            target.value && onChange({ ...values, [target.value]: first(target.value) })
          }
        />
      )}
    </ControlGroup>
  );
}

export function MessageCosts(props: ControlProps) {
  const { t } = useTranslation('office/site-settings');
  const { country } = useFormats();
  return (
    <Rows
      {...props}
      names={countryCodes}
      nameOf={country}
      add={t('rows.add_country')}
      first={(code) => ({ costs: '', currency: countries[code as CountryCode].currency })}
      row={(name, value, change) => {
        const one = value as { costs: string; currency: string };
        return (
          <>
            <TextInput
              label={`${t('rows.amount')} ${country(name)}`}
              hideLabel
              inputMode="decimal"
              maxLength={8}
              disabled={props.disabled}
              value={one.costs}
              onChange={({ target }) => change({ ...one, costs: target.value })}
              onBlur={() => change({ ...one, costs: amountOf(one.costs) ?? '' })}
            />
            <Select
              label={`${t('rows.currency')} ${country(name)}`}
              hideLabel
              disabled={props.disabled}
              options={currencyOptions}
              value={one.currency}
              onChange={({ target }) => change({ ...one, currency: target.value })}
            />
          </>
        );
      }}
    />
  );
}

export function CountryCurrencies(props: ControlProps) {
  const { t } = useTranslation('office/site-settings');
  return <CountryChoices {...props} options={currencyOptions} initial="EUR" what={t('rows.currency')} />;
}

export function AgeGates(props: ControlProps) {
  const { t } = useTranslation('office/site-settings');
  const options = ageGates.map((gate) => ({ value: gate, label: t(`options.age_assurance.${gate}`) }));
  return (
    <>
      <CountryChoices {...props} options={options} initial="before_contact" what={props.label} />
      <AgeLaws gates={props.value as SiteSettings['age_assurance']} {...props} />
    </>
  );
}

interface CountryChoicesProps extends ControlProps {
  options: { value: string; label: string }[];
  /** What a newly added country gets. */
  initial: string;
  /** What is chosen for a country, for screen readers. */
  what: string;
}

/** One choice for each country that has been added. */
function CountryChoices({ options, initial, what, ...props }: CountryChoicesProps) {
  const { t } = useTranslation('office/site-settings');
  const { country } = useFormats();
  return (
    <Rows
      {...props}
      names={countryCodes}
      nameOf={country}
      add={t('rows.add_country')}
      first={() => initial}
      row={(name, value, change) => (
        <Select
          label={`${what} ${country(name)}`}
          hideLabel
          disabled={props.disabled}
          options={options}
          value={String(value)}
          onChange={({ target }) => change(target.value)}
        />
      )}
    />
  );
}

/**
 * Refund amount by currency from which a second operator must approve. It is stored in cents and displayed as
 * an amount.
 */
export function RefundLimits(props: ControlProps) {
  const { t } = useTranslation('office/site-settings');
  return (
    <Rows
      {...props}
      names={currencies}
      nameOf={(name) => name}
      add={t('rows.add_currency')}
      first={() => 5000}
      row={(name, value, change) => (
        <TextInput
          label={`${t('rows.amount')} ${name}`}
          hideLabel
          inputMode="decimal"
          maxLength={10}
          disabled={props.disabled}
          value={typeof value === 'number' ? money(value, name).amount : String(value)}
          onChange={({ target }) => change(target.value)}
          onBlur={({ target }) => change(centsOf(amountOf(target.value) ?? '') ?? target.value)}
        />
      )}
    />
  );
}
