import { itemOf } from '#contract/lists/item-of.ts';
import { isLocale, localeNames } from '#contract/lists/locales.ts';
import { money } from '#contract/money.ts';
import { isSettingKey, pictureSettings, type SettingKey } from '#contract/site-settings/setting-table.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { rowOf, shapeOf } from './setting-shape.ts';

export function useSettingWords() {
  const { t } = useTranslation(['office/site-settings', 'profile', 'common']);
  const formats = useFormats();

  function optionWords(key: SettingKey, value: string): string {
    if (key === 'domain_language' || key === 'languages') return isLocale(value) ? localeNames[value] : value;
    if (key === 'countries' || key === 'default_country' || key === 'traffic_cookie_countries')
      return formats.country(value);
    if (key === 'more_genders') return t(`genders.${value}`, { ns: 'common' });
    if (key === 'visible_profile_fields' || key === 'visible_profile_notes')
      return t(`field.${value}`, { ns: 'profile' });
    return t(`options.${key}.${value}`);
  }

  function number(key: SettingKey, value: number): string {
    const { unit } = rowOf(key);
    return unit
      ? t(`unit.${unit}`, { count: value })
      : key === 'niche'
        ? t(`options.niche.${value}`)
        : formats.number(value);
  }

  function listed(key: SettingKey, values: string[]): string {
    const all = shapeOf(key).items;
    if (values.length === 0) return t('empty');
    return all && values.length === all.length && values.length > 3
      ? t('all')
      : formats.list(values.map((value) => optionWords(key, value)));
  }

  function record(key: SettingKey, value: Record<string, unknown>): string {
    if (key === 'theme') return Object.values(value).join(' · ');
    const parts = Object.entries(value).map(([name, one]) => {
      if (key === 'refund_approval_cents') return formats.money(money(Number(one), name));
      if (key === 'minimum_message_costs') {
        const { costs, currency } = one as { costs: string; currency: string };
        return `${formats.country(name)} ${formats.money({ amount: costs, currency })}`;
      }
      return `${formats.country(name)} ${String(one)}`;
    });
    return parts.length > 0 ? parts.join(' · ') : t('empty');
  }

  /** Describes a value. Values of settings that no longer exist are displayed raw. */
  function valueWords(key: string, value: unknown): string {
    if (value === null || value === '') return t('empty');
    if (!isSettingKey(key)) return JSON.stringify(value);
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (typeof value === 'number') return number(key, value);
    if (key === 'claims') return String((value as unknown[]).length);
    if (itemOf(pictureSettings, key)) return String(value).slice(-16);
    if (Array.isArray(value)) return listed(key, value as string[]);
    if (typeof value === 'object') return record(key, value as Record<string, unknown>);
    return shapeOf(key).options ? optionWords(key, String(value)) : String(value);
  }

  return {
    optionWords,
    valueWords,
    label: (key: string) => (isSettingKey(key) ? t(`setting.${key}.label`) : key),
  };
}
