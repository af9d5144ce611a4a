import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { countries, type CountryCode } from '#contract/lists/countries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { regionsQuery } from '#web/session/queries.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Select } from '#web/ui/field.tsx';

interface Place {
  country?: CountryCode;
  region: string;
  city: string;
}

interface PlaceFieldsProps {
  country: CountryCode;
  region: string;
  city: string;
  errors: { region?: string; city?: string };
  onChange: (place: Partial<Place>) => void;
  onLeave?: (field: 'region' | 'city') => void;
}

/** Country, region and town; each narrows the next. */
export function PlaceFields({ country, region, city, errors, onChange, onLeave }: PlaceFieldsProps) {
  const { t } = useTranslation(['signup', 'common']);
  const formats = useFormats();
  const settings = useSettings();
  const { data: places } = useQuery(regionsQuery(country));
  // Somebody who lives where the site is not open any more still sees where that is.
  const names = [...new Set([...settings.countries.map(({ code }) => code), country])]
    .map((code) => ({ value: code, label: formats.country(code) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const regions = places?.regions ?? [];
  const cities = regions.find(({ id }) => id === region)?.cities ?? [];
  return (
    <>
      <Select
        label={t('location.country')}
        name="country"
        autoComplete="country"
        options={names}
        value={country}
        onChange={(event) => onChange({ country: event.target.value as CountryCode, region: '', city: '' })}
      />
      <Select
        label={t(`common:region_label.${countries[country].regionLabel}`)}
        name="region"
        placeholder={t('location.choose')}
        options={regions.map(({ id, name }) => ({ value: id, label: name }))}
        value={regions.length > 0 ? region : ''}
        onChange={(event) => onChange({ country, region: event.target.value, city: '' })}
        onBlur={() => onLeave?.('region')}
        error={errors.region}
      />
      <Select
        label={t('location.city')}
        name="city"
        placeholder={t('location.city_any')}
        options={cities.map((name) => ({ value: name, label: name }))}
        value={cities.length > 0 ? city : ''}
        disabled={cities.length === 0}
        onChange={(event) => onChange({ country, city: event.target.value })}
        error={errors.city}
      />
    </>
  );
}
