import { useTranslation } from '#web/i18n/translate.tsx';
import { Checkbox, Field, RadioGroup, Select, Switch, Textarea, TextInput } from '#web/ui/field.tsx';
import { type ControlProps, Group } from './control-group.tsx';
import { PictureControl } from './picture-control.tsx';
import { CountryCurrencies, MessageCosts, RefundLimits } from './row-controls.tsx';
import { shapeOf } from './setting-shape.ts';
import { useSettingWords } from './use-setting-words.ts';
import styles from './sites.module.css';

/** Long lines get a field of several. */
const LONG = 100;

/** The control of a setting, made of its schema; the few that are no plain value have one of their own. */
export function SettingControl(props: ControlProps) {
  const { settingKey, value, label, hint, error, disabled, onChange } = props;
  const shape = shapeOf(settingKey);
  const { optionWords } = useSettingWords();
  const common = { label, hint, error, disabled, name: settingKey };
  if (settingKey === 'logo' || settingKey === 'app_icon') return <PictureControl {...props} settingKey={settingKey} />;
  if (settingKey === 'theme') return <ThemeControl {...props} />;
  if (settingKey === 'niche') return <NicheControl {...props} />;
  if (settingKey === 'minimum_message_costs') return <MessageCosts {...props} />;
  if (settingKey === 'country_currencies') return <CountryCurrencies {...props} />;
  if (settingKey === 'refund_approval_cents') return <RefundLimits {...props} />;
  if (shape.items) return <Several {...props} />;
  if (shape.type === 'boolean')
    return (
      <Switch label={label} hint={hint} disabled={disabled} name={settingKey} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
    );
  if (shape.options) {
    const options = shape.options.map((option) => ({ value: option, label: optionWords(settingKey, option) }));
    if (options.length <= 5) return <RadioGroup {...common} options={options} value={String(value)} onChange={onChange} />;
    return (
      <Select
        {...common}
        options={options}
        {...(shape.nullable ? { placeholder: '—' } : {})}
        value={value === null ? '' : String(value)}
        onChange={({ target }) => onChange(target.value || null)}
      />
    );
  }
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
  return <TextInput {...common} autoComplete="off" spellCheck={false} value={text} onChange={({ target }) => onText(target.value)} />;
}

/** A whole number as typed; anything else is sent as it is, for the server to refuse and the operator to correct. */
const numberOf = (typed: string): number | string => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed);

/** Some of a list, in the list's own order. */
function Several({ settingKey, value, label, hint, error, disabled, onChange }: ControlProps) {
  const { optionWords } = useSettingWords();
  const chosen = value as string[];
  const all = shapeOf(settingKey).items!;
  const toggle = (option: string, on: boolean) => onChange(all.filter((each) => (each === option ? on : chosen.includes(each))));
  return (
    <Group label={label} hint={hint} error={error}>
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
    </Group>
  );
}

function NicheControl({ value, label, hint, error, disabled, onChange }: ControlProps) {
  const { t } = useTranslation('back_office_sites');
  const options = [1, 2, 3, 4, 5, 6, 7].map((niche) => ({ value: String(niche), label: `${niche} · ${t(`options.niche.${niche}`)}` }));
  return <Select {...{ label, hint, error, disabled, options }} name="niche" value={String(value)} onChange={({ target }) => onChange(Number(target.value))} />;
}

/** Two colours, each as its swatch and as it is written. */
function ThemeControl({ value, label, hint, error, disabled, onChange }: ControlProps) {
  const { t } = useTranslation('back_office_sites');
  const theme = value as Record<'day' | 'evening', string>;
  return (
    <Group {...{ label, hint, error }}>
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
    </Group>
  );
}
