import { countryCodes } from '#contract/lists/countries.ts';
import type { AnnouncementAudience } from '#contract/notifications/calls.ts';
import type { TextSite } from '#office/texts/place.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import styles from '#office/texts/texts.module.css';

interface Props {
  sites: TextSite[];
  audience: AnnouncementAudience;
  onChange: (audience: AnnouncementAudience) => void;
}

export function AudienceFields({ sites, audience, onChange }: Props) {
  const { t } = useTranslation(['office/notifications', 'common']);
  const { genders: offered } = useSettings();
  const formats = useFormats();
  const set = (part: AnnouncementAudience) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...audience, ...part }).filter(([, value]) => value !== undefined),
      ) as AnnouncementAudience,
    );
  const { countries = [], hosts = [] } = audience;
  return (
    <div className={styles['form']}>
      <div className={styles['place']}>
        <Select
          label={t('gender')}
          value={audience.gender ?? ''}
          placeholder={t('any')}
          options={offered.map((value) => ({ value, label: t(`common:genders.${value}`) }))}
          onChange={(event) =>
            set({ gender: (event.target.value || undefined) as AnnouncementAudience['gender'] })
          }
        />
        <Select
          label={t('kind')}
          value={audience.premium === undefined ? '' : String(audience.premium)}
          placeholder={t('any')}
          options={[
            { value: 'true', label: t('premium') },
            { value: 'false', label: t('not_premium') },
          ]}
          onChange={(event) =>
            set({ premium: event.target.value === '' ? undefined : event.target.value === 'true' })
          }
        />
        <TextInput
          type="number"
          label={t('active_days')}
          min={1}
          max={3650}
          value={audience.active_days ?? ''}
          onChange={(event) => {
            const days = Math.trunc(Number(event.target.value));
            set({ active_days: days >= 1 && days <= 3650 ? days : undefined });
          }}
        />
      </div>
      {sites.length > 1 && (
        <Choices
          summary={hosts.length > 0 ? t('some_sites', { count: hosts.length }) : t('all_sites')}
          options={sites.map(({ host, name }) => ({
            value: host,
            label: host === '*' ? t('other_sites') : `${name} (${host})`,
          }))}
          chosen={hosts}
          onChange={(chosen) => set({ hosts: chosen })}
        />
      )}
      <Choices
        summary={countries.length > 0 ? t('some_countries', { count: countries.length }) : t('all_countries')}
        options={countryCodes.map((value) => ({ value, label: formats.country(value) }))}
        chosen={countries}
        onChange={(chosen) => set({ countries: chosen })}
      />
    </div>
  );
}

interface ChoicesProps<T extends string> {
  summary: string;
  options: { value: T; label: string }[];
  chosen: T[];
  onChange: (chosen: T[] | undefined) => void;
}

export function Choices<T extends string>({ summary, options, chosen, onChange }: ChoicesProps<T>) {
  const toggle = (value: T, on: boolean) => {
    const next = on ? [...chosen, value] : chosen.filter((one) => one !== value);
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    <details open={chosen.length > 0}>
      <summary>{summary}</summary>
      <div className={styles['ticks']}>
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
          />
        ))}
      </div>
    </details>
  );
}
