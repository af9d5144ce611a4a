import { useTranslation } from '#web/i18n/translate.tsx';
import { countryCodes } from '#contract/lists/countries.ts';
import { genders } from '#contract/enums.ts';
import type { AnnouncementAudience } from '#contract/calls/text-desk-calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import type { TextSite } from './place.tsx';
import styles from './texts.module.css';

interface Props {
  sites: TextSite[];
  audience: AnnouncementAudience;
  onChange: (audience: AnnouncementAudience) => void;
}

/** The audience: an empty field is no condition. */
export function AudienceFields({ sites, audience, onChange }: Props) {
  const { t } = useTranslation('back_office_texts');
  const formats = useFormats();
  const set = (part: AnnouncementAudience) =>
    onChange(Object.fromEntries(Object.entries({ ...audience, ...part }).filter(([, value]) => value !== undefined)) as AnnouncementAudience);
  const { countries = [], hosts = [] } = audience;
  const toggled = <T extends string>(list: T[], value: T, on: boolean): T[] | undefined => {
    const next = on ? [...list, value] : list.filter((one) => one !== value);
    return next.length > 0 ? next : undefined;
  };
  return (
    <div className={styles['form']}>
      <div className={styles['place']}>
        <Select
          label={t('announcements.gender')}
          value={audience.gender ?? ''}
          placeholder={t('announcements.any')}
          options={genders.map((value) => ({ value, label: t(`announcements.genders.${value}`) }))}
          onChange={(event) => set({ gender: (event.target.value || undefined) as AnnouncementAudience['gender'] })}
        />
        <Select
          label={t('announcements.kind')}
          value={audience.premium === undefined ? '' : String(audience.premium)}
          placeholder={t('announcements.any')}
          options={[
            { value: 'true', label: t('announcements.premium') },
            { value: 'false', label: t('announcements.not_premium') },
          ]}
          onChange={(event) => set({ premium: event.target.value === '' ? undefined : event.target.value === 'true' })}
        />
        <TextInput
          type="number"
          label={t('announcements.active_days')}
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
        <details open={hosts.length > 0}>
          <summary>{hosts.length > 0 ? t('announcements.some_sites', { count: hosts.length }) : t('announcements.all_sites')}</summary>
          <div className={styles['ticks']}>
            {sites.map(({ host, name }) => (
              <Checkbox
                key={host}
                label={host === '*' ? t('announcements.other_sites') : `${name} (${host})`}
                checked={hosts.includes(host)}
                onChange={(event) => set({ hosts: toggled(hosts, host, event.target.checked) })}
              />
            ))}
          </div>
        </details>
      )}
      <details open={countries.length > 0}>
        <summary>{countries.length > 0 ? t('announcements.some_countries', { count: countries.length }) : t('announcements.all_countries')}</summary>
        <div className={styles['ticks']}>
          {countryCodes.map((country) => (
            <Checkbox
              key={country}
              label={formats.country(country)}
              checked={countries.includes(country)}
              onChange={(event) => set({ countries: toggled(countries, country, event.target.checked) })}
            />
          ))}
        </div>
      </details>
    </div>
  );
}
