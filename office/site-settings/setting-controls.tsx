import type { ReactNode } from 'react';
import type { SettingKey } from '#contract/site-settings/setting-table.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Checkbox, Field, RadioGroup, Select, Switch, Textarea, TextInput } from '#web/ui/field.tsx';
import { type ControlProps, ControlGroup } from './control-group.tsx';
import { PictureControl } from './picture-control.tsx';
import { AgeGates, CountryCurrencies, MessageCosts, RefundLimits } from './row-controls.tsx';
import { shapeOf } from './setting-shape.ts';
import { TimeZoneControl } from './time-zone-control.tsx';
import { useSettingWords } from './use-setting-words.ts';
import styles from './site-settings.module.css';

const LONG = 100;

const structuredControls: Partial<Record<SettingKey, (props: ControlProps) => ReactNode>> = {
  logo: (props) => <PictureControl {...props} settingKey="logo" />,
  app_icon: (props) => <PictureControl {...props} settingKey="app_icon" />,
  theme: (props) => <ThemeControl {...props} />,
  niche: (props) => <NicheControl {...props} />,
  minimum_message_costs: (props) => <MessageCosts {...props} />,
  country_currencies: (props) => <CountryCurrencies {...props} />,
  age_assurance: (props) => <AgeGates {...props} />,
  refund_approval_cents: (props) => <RefundLimits {...props} />,
  time_zone: (props) => <TimeZoneControl {...props} />,
};

export function SettingControl(props: ControlProps) {
  const { settingKey, value, label, hint, disabled, onChange } = props;
  const structured = structuredControls[settingKey];
  if (structured) return structured(props);
  const shape = shapeOf(settingKey);
  if (shape.items) return <Several {...props} />;
  if (shape.type === 'boolean')
    return (
      <Switch
        label={label}
        hint={hint}
        disabled={disabled}
        name={settingKey}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    );
  if (shape.options) return <OneOf {...props} options={shape.options} />;
  return <TypedControl {...props} />;
}

function OneOf({
  settingKey,
  value,
  label,
  hint,
  error,
  disabled,
  onChange,
  options: allowed,
}: ControlProps & { options: readonly string[] }) {
  const { optionWords } = useSettingWords();
  const common = { label, hint, error, disabled, name: settingKey };
  const options = allowed.map((option) => ({ value: option, label: optionWords(settingKey, option) }));
  if (options.length <= 5)
    return <RadioGroup {...common} options={options} value={String(value)} onChange={onChange} />;
  return (
    <Select
      {...common}
      options={options}
      {...(shapeOf(settingKey).nullable ? { placeholder: '—' } : {})}
      value={value === null ? '' : String(value)}
      onChange={({ target }) => onChange(target.value || null)}
    />
  );
}

function TypedControl({ settingKey, value, label, hint, error, disabled, onChange }: ControlProps) {
  const shape = shapeOf(settingKey);
  const common = { label, hint, error, disabled, name: settingKey };
  const text = value === null ? '' : String(value);
  if (shape.type === 'integer')
    return (
      <TextInput
        {...common}
        className={styles['short']}
        inputMode="numeric"
        maxLength={12}
        value={text}
        onChange={({ target }) => onChange(numberOf(target.value))}
      />
    );
  const onText = (typed: string) => onChange(shape.nullable && typed.trim() === '' ? null : typed);
  if ((shape.maxLength ?? 0) > LONG && settingKey === 'description')
    return <Textarea {...common} rows={3} value={text} onChange={({ target }) => onText(target.value)} />;
  return (
    <TextInput
      {...common}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  );
}

/**
 * Parses a whole number. Anything else is sent as typed, for the server to reject and the operator to
 * correct.
 */
const numberOf = (typed: string): number | string => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed);

function Several({ settingKey, value, label, hint, error, disabled, onChange }: ControlProps) {
  const { optionWords } = useSettingWords();
  const chosen = value as string[];
  const all = shapeOf(settingKey).items ?? [];
  const toggle = (option: string, on: boolean) =>
    onChange(all.filter((each) => (each === option ? on : chosen.includes(each))));
  return (
    <ControlGroup label={label} hint={hint} error={error}>
      <div className={styles['boxes']}>
        {all.map((option) => (
          <Checkbox
            key={option}
            name={`${settingKey} ${option}`}
            label={optionWords(settingKey, option)}
            disabled={disabled}
            checked={chosen.includes(option)}
            onChange={({ target }) => toggle(option, target.checked)}
          />
        ))}
      </div>
    </ControlGroup>
  );
}

function NicheControl({ value, label, hint, error, disabled, onChange }: ControlProps) {
  const { t } = useTranslation('office/site-settings');
  const options = [1, 2, 3, 4, 5, 6, 7].map((niche) => ({
    value: String(niche),
    label: `${niche} · ${t(`options.niche.${niche}`)}`,
  }));
  return (
    <Select
      {...{ label, hint, error, disabled, options }}
      name="niche"
      value={String(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  );
}

function ThemeControl({ value, label, hint, error, disabled, onChange }: ControlProps) {
  const { t } = useTranslation('office/site-settings');
  const theme = value as Record<'day' | 'evening', string>;
  return (
    <ControlGroup {...{ label, hint, error }}>
      <div className={styles['pair']}>
        {(['day', 'evening'] as const).map((time) => (
          <Field key={time} label={t(`theme.${time}`)}>
            {(wiring) => (
              <span className={styles['colour']}>
                <input
                  type="color"
                  aria-label={t(`theme.${time}`)}
                  disabled={disabled}
                  value={/^#[0-9a-f]{6}$/.test(theme[time]) ? theme[time] : '#000000'}
                  onChange={({ target }) => onChange({ ...theme, [time]: target.value })}
                />
                <input
                  {...wiring}
                  type="text"
                  name={`theme ${time}`}
                  maxLength={7}
                  spellCheck={false}
                  disabled={disabled}
                  value={theme[time]}
                  onChange={({ target }) => onChange({ ...theme, [time]: target.value.toLowerCase() })}
                />
              </span>
            )}
          </Field>
        ))}
      </div>
    </ControlGroup>
  );
}
